import { setTimeout } from 'node:timers/promises';
import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdReusePolicy,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { Actors } from '../domain/conversation/actors.ts';

/** How long a request waits for Temporal to accept a start before it goes on without. */
const startDeadlineMs = 3_000;

/** Temporal could not be reached in time; whether it got the message is unknown. */
export class TemporalUnavailable extends Error {}

/**
 * Starts a run, or finds it under way. Its id can be used again only after a failure.
 *
 * @returns the run's id; null where that id is used up
 * @throws TemporalUnavailable
 */
export function startRun<Name extends keyof Actors>(
  client: Client,
  name: Name,
  options: WorkflowStartOptions<Actors[Name]>,
): Promise<string | null> {
  return reach(client, async () => {
    const { firstExecutionRunId } = await client.workflow.start<Actors[Name]>(name, {
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      ...options,
    });
    return firstExecutionRunId;
  });
}

/** How a run ended; null where it failed, had nothing to do, or has not ended within `patienceMs` (it goes on all the same). */
export async function endOfRun<End>(
  client: Client,
  run: { result(): Promise<End | 'SKIPPED'> },
  patienceMs: number,
): Promise<End | null> {
  const over = new AbortController();
  const asked = client.withAbortSignal(over.signal, () => run.result()).catch(() => null);
  try {
    const end = await Promise.race([asked, setTimeout(patienceMs, null, { ref: false })]);
    return end === 'SKIPPED' ? null : end;
  } finally {
    over.abort(); // stops asking Temporal
  }
}

/**
 * Calls Temporal with a short deadline.
 *
 * @returns null also where that run was started before
 * @throws TemporalUnavailable
 */
export async function reach<Result>(client: Client, call: () => Promise<Result>): Promise<Result | null> {
  try {
    return await client.withDeadline(Date.now() + startDeadlineMs, call);
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw new TemporalUnavailable('Temporal did not accept the start in time', { cause: error });
  }
}
