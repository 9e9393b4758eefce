import { setTimeout } from 'node:timers/promises';
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowIdReusePolicy } from '@temporalio/client';
import type { EventEnd, Resolution } from '../domain/emission/progress.ts';
import type { emission, fiscalEvent } from '../workflows/index.ts';
import { emissionId, fiscalEventId, messages, queues, searchAttributes } from './names.ts';

/** How long a request waits for Temporal to accept a start before it goes on without. */
const startDeadlineMs = 3_000;

/** Temporal could not be reached in time; whether it got the message is unknown. */
export class TemporalUnavailable extends Error {}

/** How people write the types. */
const titles: Record<string, string> = { NFE: 'NF-e', NFCE: 'NFC-e', NFSE: 'NFS-e' };

/** What the start of an emission tells the operator who looks for it. */
export type EmissionStart = { documentId: string; attempt: number; companyTaxId: string; documentType: string };

/**
 * Starts one attempt to emit; the id is used once, so a start that is repeated after a lost answer finds the first.
 *
 * @returns the run's id; null when the attempt had been started before
 * @throws TemporalUnavailable
 */
export async function startEmission(
  client: Client,
  { documentId, attempt, companyTaxId, documentType }: EmissionStart,
  { afterFailure = false } = {},
): Promise<string | null> {
  return reach(client, async () => {
    const handle = await client.workflow.start<typeof emission>('emission', {
      taskQueue: queues.emission,
      workflowId: emissionId(documentId, attempt),
      workflowIdReusePolicy: afterFailure
        ? WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY
        : WorkflowIdReusePolicy.REJECT_DUPLICATE,
      args: [{ documentId, attempt }],
      staticSummary: `Emissão de ${titles[documentType] ?? documentType} da empresa ${companyTaxId}`,
      staticDetails: `Documento \`${documentId}\`, tentativa ${attempt}`,
      searchAttributes: {
        [searchAttributes.company]: [companyTaxId],
        [searchAttributes.documentType]: [documentType],
        [searchAttributes.documentStatus]: ['PROCESSING'],
      },
    });
    return handle.firstExecutionRunId;
  });
}

/** What the start of an event tells the operator who looks for it. */
export type FiscalEventStart = {
  eventId: string;
  attempt: number;
  companyTaxId: string;
  accessKey: string;
  /** In Portuguese, for the summary: `Cancelamento`. */
  title: string;
};

/**
 * Starts the registration of an event, or finds the one under way.
 *
 * @throws TemporalUnavailable
 */
export async function startFiscalEvent(client: Client, start: FiscalEventStart): Promise<void> {
  const { eventId, attempt, companyTaxId, accessKey, title } = start;
  await reach(client, async () => {
    await client.workflow.start<typeof fiscalEvent>('fiscalEvent', {
      taskQueue: queues.events,
      workflowId: fiscalEventId(eventId, attempt),
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [{ eventId, attempt }],
      staticSummary: `${title} da chave ${accessKey}`,
      searchAttributes: { [searchAttributes.company]: [companyTaxId], [searchAttributes.accessKey]: [accessKey] },
    });
    return null;
  });
}

/**
 * Waits for the end of an event's registration.
 *
 * @returns null when it has not ended within `patienceMs`; it goes on all the same
 */
export async function awaitFiscalEvent(
  client: Client,
  { eventId, attempt }: { eventId: string; attempt: number },
  patienceMs: number,
): Promise<EventEnd | null> {
  const handle = client.workflow.getHandle<typeof fiscalEvent>(fiscalEventId(eventId, attempt));
  const end = await resultWithin(client, () => handle.result(), patienceMs);
  return end === 'SKIPPED' ? null : end;
}

/** What a run came to; null when it has not ended within `patienceMs`, or failed. From then on Temporal is asked no longer. */
export async function resultWithin<Result>(
  client: Client,
  result: () => Promise<Result>,
  patienceMs: number,
): Promise<Result | null> {
  const over = new AbortController();
  const asked = client.withAbortSignal(over.signal, result).catch(() => null);
  try {
    return await Promise.race([asked, setTimeout(patienceMs, null, { ref: false })]);
  } finally {
    over.abort();
  }
}

/** Tells a stopped emission what a person decided. */
export async function resolveEmission(
  client: Client,
  { documentId, attempt }: { documentId: string; attempt: number },
  resolution: Resolution,
): Promise<void> {
  await client.workflow.getHandle(emissionId(documentId, attempt)).signal(messages.resolved, resolution);
}

/**
 * Calls Temporal, and gives up soon.
 *
 * @returns null also where that run was started before
 * @throws TemporalUnavailable
 */
export async function reach(client: Client, call: () => Promise<string | null>): Promise<string | null> {
  try {
    return await client.withDeadline(Date.now() + startDeadlineMs, call);
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw new TemporalUnavailable('Temporal did not accept the start in time', { cause: error });
  }
}
