import type { EntityManager } from '../../config/orm.ts';
import { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { envelopeOf } from '../../domain/webhooks/envelope.ts';
import type { DeliveryStatus, EventName, KeptEventName, NoticeName } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { findOrRefuse } from '../find-or-refuse.ts';

/** What became of a delivery, as narrow as people ask for it: FAILED is each of the last three. */
export const deliveryOutcomes = ['PENDING', 'SUCCEEDED', 'FAILED', 'REFUSED', 'BROKEN', 'UNANSWERED'] as const;
export type DeliveryOutcomeClass = (typeof deliveryOutcomes)[number];

/** SQL of each, of a delivery `d`: a refusal is any answer below 500. */
const outcomes: Record<DeliveryOutcomeClass, string> = {
  PENDING: `d.status = 'PENDING'`,
  SUCCEEDED: `d.status = 'SUCCEEDED'`,
  FAILED: `d.status = 'FAILED'`,
  REFUSED: `d.status = 'FAILED' and d.response_status < 500`,
  BROKEN: `d.status = 'FAILED' and d.response_status >= 500`,
  UNANSWERED: `d.status = 'FAILED' and d.response_status is null`,
};

/** Which deliveries are meant; whatever is left out narrows nothing. */
export type OwnedDeliveries = {
  outcome?: DeliveryOutcomeClass;
  event?: EventName | NoticeName;
  /** Id of an endpoint. */
  endpoint?: string;
  since?: Date;
  /** The first instant that is not meant any more. */
  until?: Date;
};

/** A delivery as lists show it, with what its event is and where it goes. */
export type ListedDelivery = {
  id: string;
  eventType: KeptEventName;
  endpointId: string;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  responseStatus: number | null;
  errorMessage: string | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
};

/** One page, the newest first; `next` is the delivery that the following page comes after, null where there is none. */
export type DeliveriesPage = { deliveries: ListedDelivery[]; next: string | null };

/** The condition for what is meant, and its values: of a company's own deliveries `d`, and their events `e`. */
export function meantBy(company: string, asked: OwnedDeliveries): { where: string; values: unknown[] } {
  const { outcome, event, endpoint, since, until } = asked;
  const parts: [string, ...unknown[]][] = [['d.company_id = ? and d.office_id is null', company]];
  if (outcome) parts.push([outcomes[outcome]]);
  if (event) parts.push(['e.type = ?', event]);
  if (endpoint) parts.push(['d.endpoint_id = ?', endpoint]);
  if (since) parts.push(['d.created_at >= ?', since]);
  if (until) parts.push(['d.created_at < ?', until]);
  return {
    where: parts.map(([condition]) => condition).join(' and '),
    values: parts.flatMap(([, ...values]) => values),
  };
}

type Row = Omit<ListedDelivery, 'nextAttemptAt' | 'createdAt'> & {
  nextAttemptAt: Date | string | null;
  createdAt: Date | string;
};

/**
 * Deliveries of a company across its endpoints, the newest first.
 *
 * @param after id of the delivery that the page comes after; nothing stands behind one that is gone
 */
export async function deliveriesOfCompany(
  em: EntityManager,
  company: { id: string },
  asked: OwnedDeliveries,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<DeliveriesPage> {
  const { where, values } = meantBy(company.id, asked);
  const behind =
    after === undefined
      ? ''
      : `and (d.created_at, d.id) < ((select created_at from webhook_delivery where id = ?), ?::uuid)`;
  const rows = await em.execute<Row[]>(
    `select d.id, e.type as "eventType", d.endpoint_id as "endpointId", w.url, d.status, d.attempts,
       d.response_status as "responseStatus", d.error_message as "errorMessage", d.next_attempt_at as "nextAttemptAt",
       d.created_at as "createdAt"
     from webhook_delivery d join event e on e.id = d.event_id join webhook_endpoint w on w.id = d.endpoint_id
     where ${where} ${behind}
     order by d.created_at desc, d.id desc limit ?`,
    [...values, ...(after === undefined ? [] : [after, after]), limit + 1],
  );
  const deliveries = rows.slice(0, limit).map(({ nextAttemptAt, createdAt, ...row }) => ({
    ...row,
    nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
    createdAt: new Date(createdAt),
  }));
  return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}

/** A delivery with all that is told of it: its endpoint, what is posted, and its last attempts, the oldest of them first. */
export type DeliveryInFull = {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
  event: Event;
  body: Record<string, unknown>;
  attempts: WebhookAttempt[];
};

/** How many attempts are shown, the newest: redeliveries may go on for ever. */
const attemptsShown = 50;

/** A delivery of the company that the transaction of `em` is for. @throws NotFound also for another's, and for a malformed id */
export async function findDelivery(em: EntityManager, id: string): Promise<DeliveryInFull> {
  const delivery = await findOrRefuse('delivery', id, (uuid) =>
    em.findOne(WebhookDelivery, { id: uuid, office: null }),
  );
  const endpoint = await em.findOneOrFail(WebhookEndpoint, { id: delivery.endpoint });
  const event = await em.findOneOrFail(Event, { id: delivery.event });
  const newestFirst = { orderBy: { number: 'desc' }, limit: attemptsShown } as const;
  const attempts = await em.find(WebhookAttempt, { delivery: delivery.id }, newestFirst);
  const { id: eventId, type: eventType, createdAt: eventCreatedAt, company: companyId, data } = event;
  const body = envelopeOf({ eventId, eventType, eventCreatedAt, companyId, data }, null);
  return { delivery, endpoint, event, body, attempts: attempts.reverse() };
}
