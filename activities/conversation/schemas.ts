import { SchemaFamilyMissing } from '../../adapters/schemas/packs.ts';
import type { Validator } from '../../adapters/schemas/validator.ts';
import type { SchemaFamily } from '../../domain/document-types.ts';
import type { Parts } from '../parts.ts';
import { LocalRejection } from './local-rejection.ts';

/**
 * The validator of what is about to be sent.
 *
 * @throws LocalRejection that says what to install, where no pack of this worker has the family
 */
export function validatorOf(parts: Parts, family: SchemaFamily, date: Date): Validator {
  try {
    return parts.validatorOn(family, date);
  } catch (error) {
    if (!(error instanceof SchemaFamilyMissing)) throw error;
    throw new LocalRejection(error.message, { cause: error });
  }
}
