import { validate as isUuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

/** An endpoint as an operator looks at it. */
export type EndpointOverview = {
  id: string;
  /** Its owner: a company, or an office. */
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
  /** Deliveries that have an attempt ahead of them. */
  waiting: number;
  /** When the first of those is due, which may be past. */
  nextAttemptAt: string | null;
};

/** Every endpoint, or those of one company or office: those that were deactivated first, then those that fail. */
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

/** An endpoint by its id. @throws {Refused} `endpoint_not_found` */
export async function findEndpoint(session: Session, id: string): Promise<WebhookEndpoint> {
  const em = acrossCompanies(await session.orm());
  const endpoint = isUuid(id) ? await em.findOne(WebhookEndpoint, { id }) : null;
  if (endpoint) return endpoint;
  throw new Refused('endpoint_not_found', `Não há webhook "${id}"; veja "webhooks list".`);
}
