import type { EntityManager } from '../../config/orm.ts';
import { NotFound } from '../../domain/errors.ts';
import { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { envelopeOf } from '../../domain/webhooks/envelope.ts';
import type { DeliveryStatus, KeptEventName } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { findOrRefuse } from '../find-or-refuse.ts';

/** Outcomes by which people filter deliveries; each of the last three is a kind of FAILED. */
const deliveryOutcomes = ['PENDING', 'SUCCEEDED', 'FAILED', 'REFUSED', 'BROKEN', 'UNANSWERED'] as const;
export type DeliveryOutcomeClass = (typeof deliveryOutcomes)[number];

/** SQL of each outcome for a delivery `d`; any response below 500 is a refusal. */
const outcomes: Record<DeliveryOutcomeClass, string> = {
  PENDING: `d.status = 'PENDING'`,
  SUCCEEDED: `d.status = 'SUCCEEDED'`,
  FAILED: `d.status = 'FAILED'`,
  REFUSED: `d.status = 'FAILED' and d.response_status < 500`,
  BROKEN: `d.status = 'FAILED' and d.response_status >= 500`,
  UNANSWERED: `d.status = 'FAILED' and d.response_status is null`,
};

/** Which deliveries are looked for; a missing field does not restrict. */
export type OwnedDeliveries = {
  outcome?: DeliveryOutcomeClass;
  event?: KeptEventName;
  /** Id of an endpoint. */
  endpoint?: string;
  since?: Date;
  /** End of the period, exclusive. */
  until?: Date;
};

/** A delivery in a list, with the type of its event and where it goes. */
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
  /** The owner of its endpoint; null in a list of one owner's deliveries. */
  owner: { taxId: string; name: string; isOffice: boolean } | null;
};

/** One page, the newest first; `next` is the id after which the following page begins, null where there is none. */
export type DeliveriesPage = { deliveries: ListedDelivery[]; next: string | null };

/** The owner of deliveries, by id: a company with its own endpoints, or an office with its. */
export type DeliveryOwner = { company: string } | { office: string };

/** The condition for a filter, and its values, over deliveries `d` and their events `e`; deliveries of all owners where `whose` is null. */
export function deliveryCondition(
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
): { where: string; values: unknown[] } {
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
 * @param whose null for those of all owners that `em` sees
 * @param page.after id of the delivery after which the page begins; the page is empty where that is gone
 * @param page.tellsOwner whether each delivery names its owner, as in a list of several owners
 */
export async function listDeliveries(
  em: EntityManager,
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
  { limit, after, tellsOwner = whose === null }: { limit: number; after?: string | undefined; tellsOwner?: boolean },
): Promise<DeliveriesPage> {
  const { where, values } = deliveryCondition(whose, asked);
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

/** A delivery in full: with its endpoint, the body that is posted, and its last attempts, the oldest of them first. */
export type DeliveryInFull = {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
  event: Event;
  body: Record<string, unknown>;
  attempts: WebhookAttempt[];
};

/** How many attempts are shown, the newest ones; redeliveries can go on without end. */
const attemptsShown = 50;

/** A delivery that `em` sees, with its endpoint. @throws NotFound also for another's, and for a malformed id */
export async function findDelivery(em: EntityManager, id: string): Promise<DeliveryInFull> {
  const delivery = await findOrRefuse('delivery', id, (uuid) => em.findOne(WebhookDelivery, { id: uuid }));
  const endpoint = await em.findOne(WebhookEndpoint, { id: delivery.endpoint });
  if (!endpoint) throw new NotFound('delivery');
  // The table's policy shows an office the events that it was told of; the ORM's filter would hide them.
  const event = await em.findOneOrFail(Event, { id: delivery.event }, { filters: { owner: false } });
  const newestFirst = { orderBy: { number: 'desc' }, limit: attemptsShown } as const;
  const attempts = await em.find(WebhookAttempt, { delivery: delivery.id }, newestFirst);
  const { id: eventId, type: eventType, createdAt: eventCreatedAt, company: companyId, data } = event;
  const body = envelopeOf({ eventId, eventType, eventCreatedAt, companyId, data }, delivery.office ?? null);
  return { delivery, endpoint, event, body, attempts: attempts.reverse() };
}
