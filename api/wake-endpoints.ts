import type { Response } from 'express';
import { labelOfOffice } from '../domain/webhooks/endpoint-owner.ts';
import { TemporalUnavailable } from '../temporal/run.ts';
import { wakeEndpoint } from '../temporal/start.ts';
import type { ApiParts } from './parts.ts';

/**
 * Has the actors of an office's endpoints look for work, after a change of a link has committed. While Temporal is away this is only a delay:
 * reconciliation finds what is due.
 */
export async function wakeEndpoints(
  { temporal }: Pick<ApiParts, 'temporal'>,
  { locals: { log } }: Pick<Response, 'locals'>,
  { office, endpoints }: { office: { taxId: string }; endpoints: string[] },
): Promise<void> {
  const ownerLabel = labelOfOffice(office);
  try {
    await Promise.all(endpoints.map((endpointId) => wakeEndpoint(temporal, { endpointId, ownerLabel })));
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    log.warn('the actors of an office’s webhooks could not be woken', { endpoints, error });
  }
}
