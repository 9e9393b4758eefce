import { DomainError, type Issue } from '../../domain/errors.ts';

/** The note cannot be issued as it is; the message is for the person who can mend it. */
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

/** Every fault in one text, each with its field. */
export function inLines(faults: Issue[]): string {
  return faults.map(({ path, message }) => `${path}: ${message}`).join('\n');
}
