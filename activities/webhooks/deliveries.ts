import type { DeliveryOutcome } from '../../adapters/outbound/deliver.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import type { DeliveryStatus, KeptEventName } from '../../domain/webhooks/event-types.ts';
import {
  afterFailure,
  attemptsOfRound,
  deactivationReason,
  failuresToDeactivate,
} from '../../domain/webhooks/retry.ts';

/** A delivery that is due, and the event that it carries. */
export type DueDelivery = {
  id: string;
  attempts: number;
  roundAttempts: number;
  eventId: string;
  eventType: KeptEventName;
  eventCreatedAt: string;
  /** The company that the event is about. */
  companyId: string;
  data: Record<string, unknown>;
  /** The document that the event is about, and the request that caused it; null where there is none. */
  documentId: string | null;
  requestId: string | null;
  /** The trace of that request; null where traces are off. */
  traceparent: string | null;
};

type DueQuery = { endpointId: string; now: Date; limit: number; except: string[]; isInTrouble: boolean };

/**
 * The deliveries that are due at an endpoint, the longest waiting first. Where the endpoint is in trouble, deliveries that were tried in this round
 * come before the others, so that rounds end and the endpoint can be deactivated, however many deliveries wait.
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

/** The outcome of one attempt, as it is written. */
export type DeliveryResult = {
  id: string;
  /** The counts when the delivery was taken up: they show whether it was redelivered, or carried by another run, in between. */
  attempts: number;
  roundAttempts: number;
  status: DeliveryStatus;
  /** Whether the round ended with this attempt, without success. */
  hasFailed: boolean;
  nextAttemptAt: Date | null;
  startedAt: Date;
  endedAt: Date;
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  errorMessage: string | null;
};

type Times = { startedAt: Date; endedAt: Date; chance: number };

/** The result of one more attempt: how it leaves its delivery. */
export function deliveryResult(
  { id, attempts, roundAttempts }: DueDelivery,
  outcome: DeliveryOutcome,
  { startedAt, endedAt, chance }: Times,
): DeliveryResult {
  const { status: responseStatus, body: responseBody, error: errorMessage, retryAfterSeconds, durationMs } = outcome;
  const made = { attempts: attempts + 1, roundAttempts: roundAttempts + 1 };
  const next = outcome.ok
    ? ({ status: 'SUCCEEDED', nextAttemptAt: null } as const)
    : afterFailure(made, { endedAt, responseStatus, retryAfterSeconds, chance });
  const hasFailed = next.status === 'FAILED' && made.roundAttempts === attemptsOfRound;
  const answer = { durationMs, responseStatus, responseBody, errorMessage };
  return { id, attempts, roundAttempts, ...next, hasFailed, startedAt, endedAt, ...answer };
}

/**
 * Writes results in one statement: the deliveries, a row for each attempt, the effect on their endpoint, and the deactivation of that where it
 * comes to it. Where a delivery was redelivered while it was under way, or a second run carried it too, only the attempt is written.
 */
export async function writeResults(em: EntityManager, endpointId: string, results: DeliveryResult[]): Promise<void> {
  const error = results.findLast(({ hasFailed }) => hasFailed)?.errorMessage ?? null;
  const reasons = [deactivationReason(error, 'COMPANY'), deactivationReason(error, 'OFFICE')];
  const at = results.at(-1)?.endedAt ?? null;
  const entry = [lavraItself.kind, lavraItself.name, 'WEBHOOK_DEACTIVATED' satisfies AuditAction];
  const values = [JSON.stringify(results), failuresToDeactivate, endpointId, at, ...reasons, at, endpointId, ...entry];
  await em.execute(statement, values);
}

/** Whether the delivery was neither redelivered nor carried by another run since it was taken up. */
const isAsTakenUp = 'd.attempts = r.attempts and d.round_attempts = r.round_attempts';

const statement = `
  with result as (
    select * from rows from (json_to_recordset(?::json) as (
      "id" uuid, "attempts" int, "roundAttempts" int, "status" text, "hasFailed" boolean, "nextAttemptAt" timestamptz,
      "startedAt" timestamptz, "endedAt" timestamptz, "durationMs" int,
      "responseStatus" int, "responseBody" text, "errorMessage" text
    )) with ordinality as r (id, attempts, round_attempts, status, has_failed, next_attempt_at, started_at, ended_at,
      duration_ms, response_status, response_body, error_message, place)
  ), written as (
    update webhook_delivery d set
      attempts = d.attempts + 1,
      round_attempts = case when ${isAsTakenUp} then d.round_attempts + 1 else d.round_attempts end,
      status = case when ${isAsTakenUp} then r.status else d.status end,
      next_attempt_at = case when ${isAsTakenUp} then r.next_attempt_at else d.next_attempt_at end,
      delivered_at = case when r.status = 'SUCCEEDED' then r.ended_at else d.delivered_at end,
      response_status = r.response_status, response_body = r.response_body, error_message = r.error_message
    from result r where d.id = r.id
    returning d.id, d.company_id, d.office_id, d.attempts as number, r.place, r.started_at, r.duration_ms, r.response_status,
      r.response_body, r.error_message, r.status = 'SUCCEEDED' as is_success,
      r.has_failed and d.attempts = r.attempts + 1 and d.round_attempts = r.round_attempts + 1 as has_failed
  ), noted as (
    insert into webhook_attempt
      (delivery_id, number, company_id, office_id, started_at, duration_ms, response_status, response_body, error_message)
    select id, number, company_id, office_id, started_at, duration_ms, response_status, response_body, error_message
    from written
  ), counted as (
    select count(*) filter (where is_success) as successes,
      count(*) filter (where has_failed and place > coalesce((select max(place) from written where is_success), 0)) as failures
    from written
  ), health as (
    select in_a_row, e.is_active and in_a_row >= ? as is_over
    from webhook_endpoint e, counted,
      lateral (select case when successes > 0 then 0 else e.consecutive_failures end + failures as in_a_row) as now
    where e.id = ? and (failures > 0 or (successes > 0 and e.consecutive_failures > 0))
    for update of e
  ), changed as (
    update webhook_endpoint e set
      consecutive_failures = in_a_row,
      is_active = e.is_active and not is_over,
      disabled_at = case when is_over then ?::timestamptz else e.disabled_at end,
      disabled_reason = case
        when not is_over then e.disabled_reason when e.office_id is null then ?::text else ?::text
      end,
      updated_at = case when is_over then ?::timestamptz else e.updated_at end
    from health where e.id = ?
    returning e.id, e.company_id, e.office_id, is_over
  )
  insert into audit_entry (id, at, actor_kind, actor_name, company_id, office_id, action, subject_id)
  select gen_random_uuid(), clock_timestamp(), ?, ?, company_id, office_id, ?, id from changed where is_over`;
