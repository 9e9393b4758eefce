import { SchemaFamilyMissing } from '../../adapters/schemas/packs.ts';
import type { Validator } from '../../adapters/schemas/validator.ts';
import type { SchemaFamily } from '../../domain/document-types.ts';
import { DomainError, type Issue } from '../../domain/errors.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import type { Speaker } from './matter.ts';

/** The note cannot be issued as it is. The message is for the person who can mend that. */
export class LocalRejection extends Error {}

/**
 * The result of `work`.
 *
 * @throws LocalRejection in place of a DomainError
 */
export async function orLocalRejection<Made>(work: () => Promise<Made> | Made): Promise<Made> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new LocalRejection(error.issues.length > 0 ? inLines(error.issues) : error.message, { cause: error });
  }
}

/** All faults as one text, each with its field. */
export function inLines(faults: Issue[]): string {
  return faults.map(({ path, message }) => `${path}: ${message}`).join('\n');
}

/**
 * The validator for a message that is about to be sent.
 *
 * @throws LocalRejection that says what to install, where no schema pack of this worker has the family
 */
export function validatorOf(parts: Parts, family: SchemaFamily, date: Date): Validator {
  try {
    return parts.validatorOn(family, date);
  } catch (error) {
    if (!(error instanceof SchemaFamilyMissing)) throw error;
    throw new LocalRejection(error.message, { cause: error });
  }
}

/**
 * The identity that signs an event or a range.
 *
 * @throws LocalRejection where the company has no valid certificate
 */
export async function validIdentity(
  em: EntityManager,
  { certificateId }: Pick<Speaker, 'certificateId'>,
  parts: Parts,
): Promise<SigningIdentity> {
  const identity = certificateId === null ? null : await parts.identities.byId(em, certificateId);
  if (identity && identity.notAfter > parts.now()) return identity;
  throw new LocalRejection(
    'A empresa não tem certificado A1 válido. Cadastre um com "lavra certificate add" e tente de novo.',
  );
}

/** @throws LocalRejection with all faults of the schema, where there are any */
export function refuseFaults(faults: { path: string; message: string }[]): void {
  if (faults.length > 0) throw new LocalRejection(inLines(faults));
}
