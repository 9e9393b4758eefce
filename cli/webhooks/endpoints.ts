import { validate as isUuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import type { DeliveryStatus } from '../../domain/webhooks/event-types.ts';
import { anotherRound } from '../../domain/webhooks/retry.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newestDeliveries } from '../../operations/webhooks/deliveries.ts';
import { recordEndpoint } from '../../operations/webhooks/endpoints.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session } from '../session.ts';

/** An endpoint for an operator. */
export type EndpointOverview = {
  id: string;
  /** Id of the owner: a company, or an office. */
  companyId: string | null;
  companyTaxId: string | null;
  officeId: string | null;
  officeTaxId: string | null;
  url: string;
  events: string[];
  isActive: boolean;
  consecutiveFailures: number;
  disabledReason: string | null;
  disabledAt: string | null;
  /** Deliveries that wait for an attempt. */
  waiting: number;
  /** When the first of those attempts is due; it may be overdue. */
  nextAttemptAt: string | null;
};

/** Every endpoint, or those of one company or office: deactivated ones first, then failing ones. */
export function endpointOverviews(orm: Orm, owner?: { id: string }): Promise<EndpointOverview[]> {
  return acrossCompanies(orm).execute<EndpointOverview[]>(
    `select e.id, e.company_id as "companyId", c.tax_id as "companyTaxId", e.office_id as "officeId",
       o.tax_id as "officeTaxId", e.url, e.events,
       e.is_active as "isActive", e.consecutive_failures as "consecutiveFailures",
       e.disabled_reason as "disabledReason", e.disabled_at as "disabledAt",
       d.waiting, d.next_attempt_at as "nextAttemptAt"
     from webhook_endpoint e left join company c on c.id = e.company_id left join office o on o.id = e.office_id
       cross join lateral (select count(*)::int as waiting, min(next_attempt_at) as next_attempt_at from webhook_delivery
         where endpoint_id = e.id and next_attempt_at is not null) d
     where ?::uuid is null or ? in (e.company_id, e.office_id)
     order by e.is_active, e.consecutive_failures desc, d.waiting desc, e.created_at`,
    [owner?.id ?? null, owner?.id ?? null],
  );
}

/** An endpoint by its id. @throws {CommandRefused} `endpoint_not_found` */
export async function endpointById(session: Session, id: string): Promise<WebhookEndpoint> {
  const em = acrossCompanies(await session.orm());
  const endpoint = isUuid(id) ? await em.findOne(WebhookEndpoint, { id }) : null;
  if (endpoint) return endpoint;
  throw new CommandRefused('endpoint_not_found', `Não há webhook "${id}"; veja "webhooks list".`);
}

type Listing = { status?: DeliveryStatus | undefined; limit: number };

/** The newest deliveries of an endpoint, with the types of their events. */
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

/** One delivery by its id, or all failed ones. */
export type DeliveryChoice = { delivery?: string; failed?: true };

/**
 * Starts another round of deliveries, due now.
 *
 * @returns how many
 * @throws {CommandRefused} `invalid_input`, `endpoint_inactive` or `delivery_not_found`
 */
export async function redeliverChosen(
  session: Session,
  endpoint: WebhookEndpoint,
  wanted: DeliveryChoice,
): Promise<number> {
  const which = chosen(wanted);
  if (!endpoint.isActive) {
    const mend = endpoint.office
      ? 'o escritório precisa removê-lo e cadastrar outro'
      : `ative-o com "webhooks enable ${endpoint.id}"`;
    throw new CommandRefused('endpoint_inactive', `O webhook está inativo; ${mend}.`);
  }
  const count = await acrossCompanies(await session.orm()).transactional(async (em) => {
    const where = { endpoint: endpoint.id, ...which };
    const count = await em.nativeUpdate(WebhookDelivery, where, anotherRound(new Date()));
    const details = { delivery: wanted.delivery ?? null, count };
    if (count > 0) recordEndpoint(em, session.actor, 'WEBHOOK_REDELIVERY_REQUESTED', endpoint, details);
    return count;
  });
  if (count > 0 || wanted.failed) return count;
  throw new CommandRefused(
    'delivery_not_found',
    `Não há entrega "${wanted.delivery}" neste webhook; veja "deliveries".`,
  );
}

function chosen({ delivery, failed }: DeliveryChoice): { id: string } | { status: 'FAILED' } {
  if ((delivery === undefined) === (failed === undefined)) {
    throw new CommandRefused(
      'invalid_input',
      'Diga qual entrega repetir com --delivery <id>, ou todas as que falharam com --failed.',
    );
  }
  if (delivery === undefined) return { status: 'FAILED' };
  if (isUuid(delivery)) return { id: delivery };
  throw new CommandRefused('delivery_not_found', `Não há entrega "${delivery}" neste webhook; veja "deliveries".`);
}
