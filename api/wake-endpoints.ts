import type { Response } from 'express';
import { TemporalUnavailable } from '../temporal/run.ts';
import { wakeEndpoint } from '../temporal/start.ts';
import type { ApiParts } from './parts.ts';

/**
 * Has the actors of an owner's endpoints look for work, once what they are to deliver is committed. While Temporal is away this is only a
 * delay: reconciliation finds what is due.
 */
export async function wakeEndpoints(
  { temporal }: Pick<ApiParts, 'temporal'>,
  { locals: { log } }: Pick<Response, 'locals'>,
  { ownerLabel, endpoints }: { ownerLabel: string; endpoints: string[] },
): Promise<void> {
  try {
    await Promise.all(endpoints.map((endpointId) => wakeEndpoint(temporal, { endpointId, ownerLabel })));
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    log.warn('the actors of webhooks could not be woken', { endpoints, error });
  }
}
