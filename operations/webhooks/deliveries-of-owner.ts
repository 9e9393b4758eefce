import type { EntityManager } from '../../config/orm.ts';
import { NotFound } from '../../domain/errors.ts';
import { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { envelopeOf } from '../../domain/webhooks/envelope.ts';
import type { DeliveryStatus, KeptEventName } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { findOrRefuse } from '../find-or-refuse.ts';

/** What became of a delivery, as narrow as people ask for it: FAILED is each of the last three. */
const deliveryOutcomes = ['PENDING', 'SUCCEEDED', 'FAILED', 'REFUSED', 'BROKEN', 'UNANSWERED'] as const;
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
  event?: KeptEventName;
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
  /** Whose endpoint it is, where deliveries of several are listed. */
  owner: { taxId: string; name: string; isOffice: boolean } | null;
};

/** One page, the newest first; `next` is the delivery that the following page comes after, null where there is none. */
export type DeliveriesPage = { deliveries: ListedDelivery[]; next: string | null };

/** Whose deliveries are meant, by id: a company's own, or those of an office. */
export type DeliveryOwner = { company: string } | { office: string };

/** The condition for what is meant, and its values: of deliveries `d`, all of them where nobody is named, and their events `e`. */
export function meantBy(whose: DeliveryOwner | null, asked: OwnedDeliveries): { where: string; values: unknown[] } {
  const { outcome, event, endpoint, since, until } = asked;
  const parts: [string, ...unknown[]][] = [ownedBy(whose)];
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

function ownedBy(whose: DeliveryOwner | null): [string, ...unknown[]] {
  if (whose === null) return ['true'];
  return 'company' in whose
    ? ['d.company_id = ? and d.office_id is null', whose.company]
    : ['d.office_id = ?', whose.office];
}

type Row = Omit<ListedDelivery, 'nextAttemptAt' | 'createdAt' | 'owner'> & {
  ownerTaxId?: string;
  ownerName?: string;
  isOffice?: boolean;
  nextAttemptAt: Date | string | null;
  createdAt: Date | string;
};

const ownerColumns = `, coalesce(o.tax_id, c.tax_id) as "ownerTaxId", coalesce(o.name, c.name) as "ownerName", o.id is not null as "isOffice"`;
const joinedOwner = `join company c on c.id = d.company_id left join office o on o.id = d.office_id`;

/**
 * Deliveries across endpoints, the newest first.
 *
 * @param whose null for those of everybody whom `em` sees
 * @param page.after id of the delivery that the page comes after; nothing stands behind one that is gone
 * @param page.tellsOwner whether each says whose it is, as those of everybody do
 */
export async function listDeliveries(
  em: EntityManager,
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
  { limit, after, tellsOwner = whose === null }: { limit: number; after?: string | undefined; tellsOwner?: boolean },
): Promise<DeliveriesPage> {
  const { where, values } = meantBy(whose, asked);
  const behind =
    after === undefined
      ? ''
      : `and (d.created_at, d.id) < ((select created_at from webhook_delivery where id = ?), ?::uuid)`;
  const [columns, joined] = tellsOwner ? [ownerColumns, joinedOwner] : ['', ''];
  const rows = await em.execute<Row[]>(
    `select d.id, e.type as "eventType", d.endpoint_id as "endpointId", w.url, d.status, d.attempts,
       d.response_status as "responseStatus", d.error_message as "errorMessage", d.next_attempt_at as "nextAttemptAt",
       d.created_at as "createdAt"${columns}
     from webhook_delivery d join event e on e.id = d.event_id join webhook_endpoint w on w.id = d.endpoint_id ${joined}
     where ${where} ${behind}
     order by d.created_at desc, d.id desc limit ?`,
    [...values, ...(after === undefined ? [] : [after, after]), limit + 1],
  );
  const deliveries = rows
    .slice(0, limit)
    .map(({ ownerTaxId, ownerName, isOffice, nextAttemptAt, createdAt, ...row }) => ({
      ...row,
      owner:
        ownerTaxId === undefined ? null : { taxId: ownerTaxId, name: ownerName ?? '', isOffice: isOffice === true },
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

/** A delivery of those that `em` sees with their endpoints. @throws NotFound also for another's, and for a malformed id */
export async function findDelivery(em: EntityManager, id: string): Promise<DeliveryInFull> {
  const delivery = await findOrRefuse('delivery', id, (uuid) => em.findOne(WebhookDelivery, { id: uuid }));
  const endpoint = await em.findOne(WebhookEndpoint, { id: delivery.endpoint });
  if (!endpoint) throw new NotFound('delivery');
  // The policy of the table shows an office the events that it was told of; the filter would show it none.
  const event = await em.findOneOrFail(Event, { id: delivery.event }, { filters: { owner: false } });
  const newestFirst = { orderBy: { number: 'desc' }, limit: attemptsShown } as const;
  const attempts = await em.find(WebhookAttempt, { delivery: delivery.id }, newestFirst);
  const { id: eventId, type: eventType, createdAt: eventCreatedAt, company: companyId, data } = event;
  const body = envelopeOf({ eventId, eventType, eventCreatedAt, companyId, data }, null);
  return { delivery, endpoint, event, body, attempts: attempts.reverse() };
}
