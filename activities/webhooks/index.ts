import { Context } from '@temporalio/activity';
import type { DeliveryOutcome } from '../../adapters/outbound/deliver.ts';
import type { EntityManager } from '../../config/orm.ts';
import { type MasterKey, type SealedBox, sealOwner, unseal } from '../../domain/seal.ts';
import { envelopeOf } from '../../domain/webhooks/envelope.ts';
import { typesOfKept } from '../../domain/webhooks/event-types.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { inSpan, traceparent } from '../../telemetry/spans.ts';
import { withHeartbeat, orWaitForMend } from '../wait-for-mend.ts';
import type { Parts } from '../parts.ts';
import {
  dueDeliveries,
  type DueDelivery,
  explainDue,
  nextDue,
  type DeliveryResult,
  deliveryResult,
  writeResults,
} from './deliveries.ts';
import { coalesce, inLanes } from './lanes.ts';

/** How long deliveries wait where a fault of ours keeps them from being sent. */
const mendMs = 3_600_000;

/** Builds the activity that an endpoint's actor works with. */
export function webhookActivities(parts: DeliveryParts) {
  return {
    /**
     * Delivers what is due at an endpoint and writes each result, for half a minute at most. Each event is delivered at least once: after a crash
     * it is delivered again, with the same event id.
     *
     * @param wasInTrouble whether the previous visit left the endpoint in trouble
     */
    async deliverDue(endpointId: string, wasInTrouble: boolean): Promise<EndpointOutlook> {
      const { cancellationSignal: cancelled } = Context.current();
      const explain = ({ reason }: { reason: string }) => explainDue(acrossCompanies(parts.orm), endpointId, reason);
      const outlook = await withHeartbeat(() =>
        orWaitForMend(parts, { doing: 'na entrega', sooner: 'com um teste do webhook', explain }, () =>
          visit(parts, { endpointId, wasInTrouble, cancelled }),
        ),
      );
      if (!('kind' in outlook)) return outlook;
      return { isActive: true, isInTrouble: wasInTrouble, waitMs: mendMs, mend: outlook.reason };
    },
  };
}
export type WebhookActivities = ReturnType<typeof webhookActivities>;

/**
 * How long a visit takes up deliveries; those that are under way then may take their ten seconds more. An endpoint in trouble gets twice as long,
 * because each of its deliveries may take all ten seconds.
 */
const takeUpForMs = 10_000;
const takeUpInTroubleForMs = 20_000;
/** A receiver that takes this long gets the queue for endpoints in trouble, even if it answers well. */
const slowMs = 2_000;

/** What calling endpoints needs. */
export type DeliveryParts = Pick<Parts, 'orm' | 'masterKey' | 'deliverer' | 'logger' | 'metrics' | 'now' | 'chance'>;

type Visit = { endpointId: string; wasInTrouble: boolean; cancelled: AbortSignal };

/** How an endpoint stands after a visit. */
export type EndpointOutlook = {
  /** Whether it may be called at all. */
  isActive: boolean;
  /** Whether the last call failed or was slow. */
  isInTrouble: boolean;
  /** Milliseconds until something is due: 0 where something is due now, null where nothing waits. */
  waitMs: number | null;
  /** The reason that people read; set where a fault of ours keeps coming back. */
  mend?: string;
};

/** Calls one endpoint while something is due there, for a limited time. */
async function visit(parts: DeliveryParts, { endpointId, wasInTrouble, cancelled }: Visit): Promise<EndpointOutlook> {
  const em = acrossCompanies(parts.orm);
  const open = openingOnce(parts.masterKey);
  const readReceiver = coalesce<null, Receiver | null>(() => receiverOf(em, open, endpointId));
  const write = coalesce((results: DeliveryResult[]) => writeResults(em, endpointId, results));
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
      const result = deliveryResult(delivery, outcome, { startedAt, endedAt: parts.now(), chance: parts.chance() });
      tell(parts, endpointId, delivery, result);
      const { ok: isSuccess, status, durationMs } = outcome;
      const isOver = result.nextAttemptAt === null;
      const attempt = { isSuccess, status, isOver, seconds: durationMs / 1000 };
      const written = write(result).then(() => parts.metrics.attempted(attempt));
      if (!outcome.ok) await written; // The written result may deactivate the endpoint
      const isSlow = outcome.durationMs >= slowMs;
      isInTrouble = isSlow || !outcome.ok;
      mustMove ||= isSlow && !wasInTrouble;
      return { isWell: outcome.ok, written };
    },
  });
  const due = isActive ? await nextDue(em, endpointId) : null;
  return { isActive, isInTrouble, waitMs: due && Math.max(0, due.getTime() - parts.now().getTime()) };
}

/** Posts a delivery within the trace of the request that caused it, where that is known. */
function post(
  { deliverer }: DeliveryParts,
  { url, secret, officeId }: Receiver,
  delivery: DueDelivery,
  at: Date,
): Promise<DeliveryOutcome> {
  const { id: deliveryId, eventId, eventType, traceparent: parent } = delivery;
  const body = JSON.stringify(envelopeOf(delivery, officeId));
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

/** Logs one attempt. */
function tell({ logger }: DeliveryParts, endpointId: string, delivery: DueDelivery, result: DeliveryResult): void {
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

/** Where deliveries go, and the secret that signs them; `officeId` is set where an office receives them. */
type Receiver = { url: string; secret: string; officeId: string | null };

type Row = { owner_id: string; office_id: string | null; url: string; sealed_secret: SealedBox };

/** The receiver as it is now; null where the endpoint is inactive or deleted, or its office suspended. */
async function receiverOf(em: EntityManager, open: OpenBox, endpointId: string): Promise<Receiver | null> {
  const [row] = await em.execute<Row[]>(
    `select coalesce(e.company_id, e.office_id) as owner_id, e.office_id, e.url, e.sealed_secret
     from webhook_endpoint e left join office o on o.id = e.office_id
     where e.id = ? and e.is_active and o.suspended_at is null`,
    [endpointId],
  );
  if (!row) return null;
  const owner = sealOwner.webhookSecret(row.owner_id, endpointId);
  return { url: row.url, secret: open(owner, row.sealed_secret), officeId: row.office_id };
}

type OpenBox = (owner: string, box: SealedBox) => string;

/**
 * Opens a secret only once while it stays the same: each delivery reads its receiver anew, and to open the secret for each of hundreds of
 * deliveries took a fifth of the worker's time.
 */
function openingOnce(masterKey: MasterKey): OpenBox {
  let last: { box: string; secret: string } | null = null;
  return (owner, sealed) => {
    const box = `${owner} ${sealed.wrappedKey} ${sealed.data}`;
    if (last?.box !== box) last = { box, secret: unseal(masterKey, owner, sealed) };
    return last.secret;
  };
}

/** Clears the mark of the last signal. It is called before looking for work: any commit after this signals again. */
async function clearWokenAt(em: EntityManager, endpointId: string): Promise<void> {
  await em.execute(`update webhook_endpoint set woken_at = null where id = ? and woken_at is not null`, [endpointId]);
}
