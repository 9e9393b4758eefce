import { type Client, WorkflowIdReusePolicy } from '@temporalio/client';
import type { InutilizationEnd } from '../domain/emission/progress.ts';
import type { inutilization } from '../workflows/index.ts';
import { inutilizationId, queues, searchAttributes } from './names.ts';
import { reach, resultWithin } from './start.ts';

/** What the start of giving a range up tells the operator who looks for it. */
export type InutilizationStart = {
  id: string;
  attempt: number;
  companyTaxId: string;
  /** In Portuguese, for the summary: `NF-e série 1, 10 a 12`. */
  title: string;
};

/**
 * Starts giving up a range of numbers, or finds it under way.
 *
 * @throws TemporalUnavailable
 */
export async function startInutilization(client: Client, start: InutilizationStart): Promise<void> {
  const { id, attempt, companyTaxId, title } = start;
  await reach(client, async () => {
    await client.workflow.start<typeof inutilization>('inutilization', {
      taskQueue: queues.events,
      workflowId: inutilizationId(id, attempt),
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [{ id, attempt }],
      staticSummary: `Inutilização: ${title}`,
      searchAttributes: { [searchAttributes.company]: [companyTaxId] },
    });
    return null;
  });
}

/**
 * Waits for the end of giving a range up.
 *
 * @returns null when it has not ended within `patienceMs`; it goes on all the same
 */
export async function awaitInutilization(
  client: Client,
  { id, attempt }: { id: string; attempt: number },
  patienceMs: number,
): Promise<InutilizationEnd | null> {
  const handle = client.workflow.getHandle<typeof inutilization>(inutilizationId(id, attempt));
  const end = await resultWithin(client, () => handle.result(), patienceMs);
  return end === 'SKIPPED' ? null : end;
}
