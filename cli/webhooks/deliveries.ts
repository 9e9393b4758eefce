import { validate as isUuid } from 'uuid';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import type { DeliveryStatus } from '../../domain/webhooks/event-types.ts';
import { anotherRound } from '../../domain/webhooks/retry.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newestDeliveries } from '../../operations/webhooks/deliveries.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

export type Listing = { status?: DeliveryStatus | undefined; limit: number };

/** The newest deliveries of an endpoint, each with the type of its event. */
export async function deliveriesOf(session: Session, endpoint: WebhookEndpoint, { status, limit }: Listing) {
  const em = acrossCompanies(await session.orm());
  return (await newestDeliveries(em, { endpoint: endpoint.id, status }, limit)).map(({ delivery, eventType }) => {
    const { id, event, status, attempts, nextAttemptAt, ...answer } = delivery;
    const { responseStatus, responseBody, errorMessage, deliveredAt, createdAt } = answer;
    const identity = { id, eventId: event, eventType };
    const last = { responseStatus, responseBody, errorMessage, deliveredAt };
    return { ...identity, status, attempts, nextAttemptAt, ...last, createdAt };
  });
}
export type DeliverySummary = Awaited<ReturnType<typeof deliveriesOf>>[number];

/** One delivery by its id, or all that failed. */
export type DeliveryQuery = { delivery?: string; failed?: true };

/**
 * Grants deliveries another round, due now.
 *
 * @returns how many
 * @throws {Refused} `invalid_input`, `endpoint_inactive` or `delivery_not_found`
 */
export async function redeliver(session: Session, endpoint: WebhookEndpoint, wanted: DeliveryQuery): Promise<number> {
  const which = chosen(wanted);
  if (!endpoint.isActive) {
    const mend = endpoint.office
      ? 'o escritório precisa removê-lo e cadastrar outro'
      : `ative-o com "webhooks enable ${endpoint.id}"`;
    throw new Refused('endpoint_inactive', `O webhook está inativo; ${mend}.`);
  }
  const em = acrossCompanies(await session.orm());
  const count = await em.nativeUpdate(WebhookDelivery, { endpoint: endpoint.id, ...which }, anotherRound(new Date()));
  if (count > 0 || wanted.failed) return count;
  throw new Refused('delivery_not_found', `Não há entrega "${wanted.delivery}" neste webhook; veja "deliveries".`);
}

function chosen({ delivery, failed }: DeliveryQuery): { id: string } | { status: 'FAILED' } {
  if ((delivery === undefined) === (failed === undefined)) {
    throw new Refused(
      'invalid_input',
      'Diga qual entrega repetir com --delivery <id>, ou todas as que falharam com --failed.',
    );
  }
  if (delivery === undefined) return { status: 'FAILED' };
  if (isUuid(delivery)) return { id: delivery };
  throw new Refused('delivery_not_found', `Não há entrega "${delivery}" neste webhook; veja "deliveries".`);
}
