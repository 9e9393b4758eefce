import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { labelOfOwner } from '../../operations/webhooks/owner-label.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { wakeEndpoint } from '../../temporal/start.ts';
import type { Session } from '../session.ts';

/** Tells an endpoint's actor to look for work. @returns false without Temporal: reconciliation finds what is due within two minutes */
export async function wake(session: Session, { id: endpointId }: Pick<WebhookEndpoint, 'id'>): Promise<boolean> {
  const ownerLabel = await labelOfOwner(acrossCompanies(await session.orm()), endpointId);
  try {
    await wakeEndpoint(await session.temporal(), { endpointId, ownerLabel });
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    throw error;
  }
}
