import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { messages } from './names.ts';

/** How long a signal may take. */
const deadlineMs = 3_000;

/**
 * Tells a run that what it waits for was mended.
 *
 * @returns false where there is no such run any more
 */
export async function mendRun(client: Client, workflowId: string): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + deadlineMs, () =>
      client.workflow.getHandle(workflowId).signal(messages.mended),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
