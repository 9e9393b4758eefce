import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { messages } from '../../temporal/names.ts';
import { Refused } from '../refused.ts';

const deadlineMs = 5_000;
const atOnce = 20;

/**
 * Tells a waiting run that it may try now.
 *
 * @returns false where there is no such run
 * @throws {Refused} `temporal_unavailable`
 */
export async function tellMended(client: Client, workflowId: string): Promise<boolean> {
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

/** The same of many, in their order and a few at once. @returns how many there were @throws {Refused} `temporal_unavailable` */
export async function tellAllMended(client: Client, workflowIds: readonly string[]): Promise<number> {
  let told = 0;
  for (let first = 0; first < workflowIds.length; first += atOnce) {
    const some = workflowIds.slice(first, first + atOnce);
    const answers = await Promise.all(some.map((workflowId) => tellMended(client, workflowId)));
    told += answers.filter(Boolean).length;
  }
  return told;
}
