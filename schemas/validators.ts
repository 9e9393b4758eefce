import { join } from 'node:path';
import { brasiliaDay } from '../domain/fiscal-time.ts';
import type { Pack } from './pack.ts';
import { packFor } from './packs.ts';
import { createValidator, type Validator } from './validator.ts';

/** The validator of a family at an instant; each pack's is made once, so that its schemas are compiled once. */
export function createValidators(packs: Pack[], family: string): (instant: Date) => Validator {
  const made = new Map<string, Validator>();
  return (instant) => {
    const { folder } = packFor(packs, family, brasiliaDay(instant));
    const validator = made.get(folder) ?? createValidator(join(folder, family));
    made.set(folder, validator);
    return validator;
  };
}
