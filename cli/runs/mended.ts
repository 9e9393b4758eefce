import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { acrossCompanies } from '../../operations/in-company.ts';
import { type Attempted, lookSoon } from '../../operations/waits/run-looks.ts';
import { messages } from '../../temporal/names.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

const deadlineMs = 5_000;
const atOnce = 20;

/**
 * Tells a waiting run that it may try now.
 *
 * @returns false where there is no such run
 * @throws {Refused} `temporal_unavailable`
 */
async function tellMended(client: Client, workflowId: string): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + deadlineMs, () =>
      client.workflow.getHandle(workflowId).signal(messages.mended),
    );
    return true;
  } catch (cause) {
    if (cause instanceof WorkflowNotFoundError) return false;
    throw new Refused('temporal_unavailable', 'O Temporal não responde; confira TEMPORAL_ADDRESS.', { cause });
  }
}

/** What is under way, and the run that it has to have. */
export type RunOf = Attempted & { workflowId: string };

/**
 * The same of many, in their order and a few at once. What has no run comes first in the next round of reconciliation.
 *
 * @returns whether each has a run, which was told
 * @throws {Refused} `temporal_unavailable`
 */
export async function tellAllMended(session: Session, runs: readonly RunOf[]): Promise<boolean[]> {
  if (runs.length === 0) return [];
  const client = await session.temporal();
  const told: boolean[] = [];
  for (let first = 0; first < runs.length; first += atOnce) {
    const some = runs.slice(first, first + atOnce);
    told.push(...(await Promise.all(some.map(({ workflowId }) => tellMended(client, workflowId)))));
  }
  await lookSoon(
    acrossCompanies(await session.orm()),
    runs.filter((_run, index) => !told[index]),
  );
  return told;
}
