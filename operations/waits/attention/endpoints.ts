import { type AttentionItem, type Instant, ofRows, type AttentionReader } from './attention-item.ts';

type Row = {
  id: string;
  company: string | null;
  office: string | null;
  url: string;
  isActive: boolean;
  failures: number;
  reason: string | null;
  since: Instant;
  pending: number;
  /** How many deliveries failed and will be tried again; below, what happened to the last of them. */
  retried: number;
  lastError: string | null;
  nextAttemptAt: Instant | null;
  total: number;
};

/** For so many seconds a failing delivery is not reported: a receiver that is being deployed is back by then. */
const blipSeconds = 20;

/**
 * Webhooks that were deactivated because they failed, and those that fail now, including one whose first delivery is being tried again, long before
 * it has failed for good.
 */
export const troubledEndpoints: AttentionReader = async (em, { company, atMost, now }) => {
  const rows = await em.execute<Row[]>(
    `select e.id, c.tax_id as company, o.tax_id as office, e.url, e.is_active as "isActive", e.consecutive_failures as failures,
       e.disabled_reason as reason, coalesce(e.disabled_at, d.oldest, e.updated_at) as since, d.pending,
       d.retried, d.last_error as "lastError", d.next_attempt_at as "nextAttemptAt", count(*) over ()::int as total
     from webhook_endpoint e left join company c on c.id = e.company_id left join office o on o.id = e.office_id
       cross join lateral (
         select count(*)::int as pending, min(created_at) as oldest, min(next_attempt_at) as next_attempt_at,
           count(*) filter (where round_attempts > 0)::int as retried,
           min(created_at) filter (where round_attempts > 0) as retried_since,
           (array_agg(error_message order by created_at desc) filter (where round_attempts > 0))[1] as last_error
         from webhook_delivery where endpoint_id = e.id and next_attempt_at is not null
       ) d
     where (e.disabled_reason is not null and not e.is_active
         or e.is_active and (e.consecutive_failures > 0 or d.retried_since < ?::timestamptz - interval '${blipSeconds} seconds'))
       and (?::uuid is null or e.company_id = ?::uuid)
     order by e.is_active, coalesce(e.disabled_at, d.oldest, e.updated_at), e.id limit ?`,
    [now, company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, itemOf);
};

function itemOf({ id, company, office, url, isActive, failures, reason, pending, ...row }: Row): AttentionItem {
  const waiting = pending === 0 ? '' : ` ${pending} entrega(s) esperam.`;
  const retried = `${row.retried} entrega(s) tentadas em vão${row.lastError === null ? '' : ` (${row.lastError})`}.`;
  const failing = failures === 0 ? retried : `${failures} entrega(s) falharam em seguida.`;
  // An office registers its endpoint again by itself.
  const canEnable = !isActive && office === null;
  return {
    what: 'webhook',
    id,
    company,
    title: `Webhook ${url}${office === null ? '' : ` · escritório ${office}`}`,
    kind: isActive ? 'WEBHOOK_FAILING' : 'WEBHOOK_INACTIVE',
    reason: `${isActive ? failing : (reason ?? failing)}${waiting}`,
    since: new Date(row.since),
    until: isActive && row.nextAttemptAt !== null ? new Date(row.nextAttemptAt) : null,
    remedy: { kind: canEnable ? 'REACTIVATE_ENDPOINT' : 'REDELIVER_FAILED', subject: { endpointId: id } },
  };
}
