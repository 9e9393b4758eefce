import { join } from 'node:path';
import type { SchemaFamily } from '../../domain/document-types.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import type { Pack } from './pack.ts';
import { packFor } from './packs.ts';
import { createValidator, type Validator } from './validator.ts';

/**
 * The validator of a family at an instant; each pack's is made once, so that its schemas are compiled once. It throws
 * `SchemaFamilyMissing` where no pack has the family.
 */
export function createValidators(packs: Pack[]): (family: SchemaFamily, instant: Date) => Validator {
  const made = new Map<string, Validator>();
  return (family, instant) => {
    const folder = join(packFor(packs, family, brasiliaDay(instant)).folder, family);
    const validator = made.get(folder) ?? createValidator(folder);
    made.set(folder, validator);
    return validator;
  };
}
