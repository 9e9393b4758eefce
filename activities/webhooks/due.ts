import type { EntityManager } from '../../config/orm.ts';
import type { KeptEventName } from '../../domain/webhooks/event-types.ts';

/** A delivery whose time has come, and what it carries. */
export type DueDelivery = {
  id: string;
  attempts: number;
  roundAttempts: number;
  eventId: string;
  eventType: KeptEventName;
  eventCreatedAt: string;
  /** The company that it happened to. */
  companyId: string;
  data: Record<string, unknown>;
  /** The document that it is about, and the request that caused it, where there are any. */
  documentId: string | null;
  requestId: string | null;
  /** The trace of that request, where traces are on. */
  traceparent: string | null;
};

export type DueQuery = { endpointId: string; now: Date; limit: number; except: string[]; isInTrouble: boolean };

/**
 * What is due at an endpoint, the longest waiting first. Where the endpoint is in trouble, deliveries that were tried in this round come
 * before the others, so that rounds end and the endpoint can be deactivated, however many deliveries wait.
 */
export function dueDeliveries(
  em: EntityManager,
  { endpointId, now, limit, except, isInTrouble }: DueQuery,
): Promise<DueDelivery[]> {
  const order = isInTrouble ? 'round_attempts = 0, next_attempt_at' : 'next_attempt_at';
  return em.execute<DueDelivery[]>(
    `with due as materialized (
       select id, attempts, round_attempts, next_attempt_at, event_id from webhook_delivery
       where endpoint_id = ? and next_attempt_at <= ? and id <> all (?::uuid[])
       order by ${order} limit ?
     )
     select due.id, attempts, round_attempts as "roundAttempts", e.id as "eventId", e.type as "eventType",
       e.created_at as "eventCreatedAt", e.company_id as "companyId", e.data,
       e.document_id as "documentId", e.request_id as "requestId", e.traceparent
     from due join event e on e.id = due.event_id order by ${order}`,
    [endpointId, now, `{${except.join()}}`, limit],
  );
}

/** When the next delivery of an endpoint is due; null when none waits. */
export async function nextDue(em: EntityManager, endpointId: string): Promise<Date | null> {
  const [row] = await em.execute<{ due: string | null }[]>(
    `select min(next_attempt_at) as due from webhook_delivery where endpoint_id = ? and next_attempt_at is not null`,
    [endpointId],
  );
  return row?.due ? new Date(row.due) : null;
}

/** Writes into each delivery that is due at an endpoint why it is not sent. */
export async function explainDue(em: EntityManager, endpointId: string, reason: string): Promise<void> {
  await em.execute(`update webhook_delivery set error_message = ? where endpoint_id = ? and next_attempt_at <= now()`, [
    reason,
    endpointId,
  ]);
}
