import type { Response } from 'express';
import type { ActingOffice } from '../operations/acting-office.ts';
import { TemporalUnavailable } from '../temporal/run.ts';
import { wakeClosings } from '../temporal/start.ts';
import type { ApiParts } from './parts.ts';

/** Has the office's actor take the closings that are PENDING. @returns false where Temporal cannot be reached */
export async function dispatchClosings(
  { temporal }: Pick<ApiParts, 'temporal'>,
  { locals: { log } }: Pick<Response, 'locals'>,
  { id: officeId, taxId: officeTaxId }: ActingOffice,
): Promise<boolean> {
  try {
    await wakeClosings(temporal, { officeId, officeTaxId });
    return true;
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    log.warn('the closings of an office could not be handed over', { officeId, error });
    return false;
  }
}
