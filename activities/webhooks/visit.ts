import type { DeliveryOutcome } from '../../adapters/outbound/deliver.ts';
import { typesOfKept } from '../../domain/webhooks/event-types.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { inSpan, traceparent } from '../../telemetry/spans.ts';
import type { Parts } from '../parts.ts';
import { coalesce } from './coalesce.ts';
import { type DueDelivery, dueDeliveries, nextDue } from './due.ts';
import { inLanes } from './lanes.ts';
import { clearWokenAt, type Receiver, receiverOf } from './receiver.ts';
import { type Result, resultOf, writeResults } from './results.ts';

/** How long a visit takes up deliveries; those under way then may take their ten seconds more. Twice as long where each takes all ten. */
const takeUpForMs = 10_000;
const takeUpInTroubleForMs = 20_000;
/** A receiver that takes this long is served from the queue of those in trouble, whatever it answers. */
const slowMs = 2_000;

/** The parts that calling endpoints needs. */
export type WebhookParts = Pick<Parts, 'orm' | 'masterKey' | 'deliverer' | 'logger' | 'metrics' | 'now' | 'chance'>;

export type Visit = { endpointId: string; wasInTrouble: boolean; cancelled: AbortSignal };

/** How an endpoint stands after a visit. */
export type Outlook = {
  /** Whether it may be called. */
  isActive: boolean;
  /** The last call failed, or took long. */
  isInTrouble: boolean;
  /** Milliseconds until something is due, 0 when it is already; null when nothing waits. */
  waitMs: number | null;
  /** The reason that people read, where a fault of ours keeps coming back. */
  mend?: string;
};

/** Calls one endpoint while something is due there, for a limited time. */
export async function visit(parts: WebhookParts, { endpointId, wasInTrouble, cancelled }: Visit): Promise<Outlook> {
  const em = acrossCompanies(parts.orm);
  const readReceiver = coalesce<null, Receiver | null>(() => receiverOf(em, parts.masterKey, endpointId));
  const write = coalesce((results: Result[]) => writeResults(em, endpointId, results));
  const untilMs = performance.now() + (wasInTrouble ? takeUpInTroubleForMs : takeUpForMs);
  let isActive = true;
  let isInTrouble = wasInTrouble;
  let mustMove = false;

  await clearWokenAt(em, endpointId);
  await inLanes<DueDelivery>({
    isOver: () => !isActive || mustMove || cancelled.aborted || performance.now() >= untilMs,
    take: (limit, except) => dueDeliveries(em, { endpointId, now: parts.now(), limit, except, isInTrouble }),
    async carry(delivery) {
      const receiver = await readReceiver(null);
      if (!receiver) {
        isActive = false;
        return { isWell: false, written: Promise.resolve() };
      }
      const startedAt = parts.now();
      const outcome = await post(parts, receiver, delivery, startedAt);
      const result = resultOf(delivery, outcome, { startedAt, endedAt: parts.now(), chance: parts.chance() });
      tell(parts, endpointId, delivery, result);
      const { ok: isSuccess, status, durationMs } = outcome;
      const isOver = result.nextAttemptAt === null;
      const attempt = { isSuccess, status, isOver, seconds: durationMs / 1000 };
      const written = write(result).then(() => parts.metrics.attempted(attempt));
      if (!outcome.ok) await written; // this result may deactivate the endpoint
      const isSlow = outcome.durationMs >= slowMs;
      isInTrouble = isSlow || !outcome.ok;
      mustMove ||= isSlow && !wasInTrouble;
      return { isWell: outcome.ok, written };
    },
  });
  const due = isActive ? await nextDue(em, endpointId) : null;
  return { isActive, isInTrouble, waitMs: due && Math.max(0, due.getTime() - parts.now().getTime()) };
}

/** Posts it within the trace of the request that caused it, where that is known. */
function post(
  { deliverer }: WebhookParts,
  { url, secret, officeId }: Receiver,
  delivery: DueDelivery,
  at: Date,
): Promise<DeliveryOutcome> {
  const { id: deliveryId, eventId, eventType, traceparent: parent } = delivery;
  const body = JSON.stringify(envelope(delivery, officeId));
  const type = typesOfKept[eventType];
  const attributes = {
    'server.address': new URL(url).host,
    'lavra.event_id': eventId,
    'lavra.delivery_id': deliveryId,
  };
  return inSpan(`webhook ${type}`, { kind: 'client', attributes, parent }, async (span) => {
    const message = { url, secret, eventType: type, deliveryId, body, at, traceparent: traceparent() };
    const outcome = await deliverer.deliver(message);
    span.set({ 'http.response.status_code': outcome.status ?? undefined });
    if (!outcome.ok) span.fail(outcome.error ?? '');
    return outcome;
  });
}

/** The line of the log for one attempt. */
function tell({ logger }: WebhookParts, endpointId: string, delivery: DueDelivery, result: Result): void {
  const { id: deliveryId, eventId, eventType, companyId, documentId, requestId } = delivery;
  const { attempts, responseStatus, durationMs, errorMessage, status, nextAttemptAt } = result;
  const ids = { endpointId, deliveryId, eventId, companyId, documentId: documentId ?? undefined };
  logger.info('delivery attempted', {
    ...ids,
    requestId: requestId ?? undefined,
    event: typesOfKept[eventType],
    attempt: attempts + 1,
    responseStatus: responseStatus ?? undefined,
    durationMs,
    status,
    error: errorMessage ?? undefined,
    nextAttemptAt: nextAttemptAt ?? undefined,
  });
}

/** What is posted. An office is told which company it is about; a company is not. */
function envelope({ eventId: id, eventType, eventCreatedAt, companyId, data }: DueDelivery, officeId: string | null) {
  const event = { id, type: typesOfKept[eventType], createdAt: new Date(eventCreatedAt).toISOString() };
  return officeId === null ? { ...event, data } : { ...event, officeId, companyId, data };
}
