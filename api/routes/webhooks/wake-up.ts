import type { Response } from 'express';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { wakeEndpoint } from '../../../temporal/start.ts';
import { callerOf } from '../../locals.ts';
import type { ApiParts } from '../../parts.ts';

/**
 * Has the actor of an endpoint of the caller's look for work. While Temporal is away this is only a delay: reconciliation finds what is
 * due.
 */
export async function wakeUp({ temporal }: ApiParts, endpointId: string, res: Response): Promise<void> {
  const { taxId: companyTaxId } = callerOf(res).company;
  try {
    await wakeEndpoint(temporal, { endpointId, companyTaxId });
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    res.locals.log.warn('the actor of a webhook could not be woken', { endpointId, error });
  }
}
