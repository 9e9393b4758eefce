import { setTimeout } from 'node:timers/promises';
import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  type WorkflowSignalWithStartOptions,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { WithWorkflowArgs } from '@temporalio/common';
import type { Actors } from '../domain/conversation/actors.ts';
import { breakerOf } from './breaker.ts';
import { messages } from './names.ts';

/** How long a request waits for Temporal to accept a start before it goes on without. */
const startDeadlineMs = 3_000;
/** Deadline of the list of runs; no request waits for it. */
const listDeadlineMs = 20_000;

/** INVALID_ARGUMENT, PERMISSION_DENIED and FAILED_PRECONDITION among the status codes of gRPC: a retry gets the same answer. */
const refusals = [3, 7, 9];

/** Temporal did not answer in time, so that it is unknown whether it got the message; or it refused the call. */
export class TemporalUnavailable extends Error {}

/**
 * Starts a run, or finds it under way. An earlier run of the same id that has ended, however it ended, does not prevent a new one: the new run finds
 * out from the rows whether anything is left to do.
 *
 * @returns the run's id; null where `options` refuse a second run of the id
 * @throws TemporalUnavailable
 */
export function startRun<Name extends keyof Actors>(
  client: Client,
  name: Name,
  options: WorkflowStartOptions<Actors[Name]>,
): Promise<string | null> {
  return callTemporal(client, async () => {
    const { firstExecutionRunId } = await client.workflow.start<Actors[Name]>(name, {
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      ...options,
    });
    return firstExecutionRunId;
  });
}

/**
 * Sends a signal to the open run of an actor, or starts a run that finds the signal waiting.
 *
 * @throws TemporalUnavailable
 */
export async function startOrSignal<Name extends keyof Actors, SignalArgs extends unknown[] = []>(
  client: Client,
  name: Name,
  options: WithWorkflowArgs<Actors[Name], WorkflowSignalWithStartOptions<SignalArgs>>,
): Promise<void> {
  await callTemporal(client, () => client.workflow.signalWithStart<Actors[Name], SignalArgs>(name, options));
}

/** The result of a run; null where it failed, had nothing to do, or has not ended within `patienceMs` (it goes on all the same). */
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
    over.abort(); // stops the long poll
  }
}

/**
 * Calls Temporal with a short deadline, or fails at once while the client's breaker is open.
 *
 * @returns null also where Temporal says that the run was started before
 * @throws TemporalUnavailable
 */
export async function callTemporal<Result>(client: Client, call: () => Promise<Result>): Promise<Result | null> {
  const breaker = breakerOf(client);
  if (breaker?.isOpen()) throw new TemporalUnavailable('Temporal did not answer a moment ago, and was not asked again');
  try {
    return await client.withDeadline(Date.now() + startDeadlineMs, call);
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    breaker?.failed(error);
    const code = isGrpcServiceError(error) ? Number(error.code) : null;
    const why = code !== null && refusals.includes(code) ? 'refused the start' : 'did not accept the start in time';
    throw new TemporalUnavailable(`Temporal ${why}`, { cause: error });
  }
}

/**
 * Those of these workflow ids that have an open run, as Temporal's list of runs has it, which may lag a moment behind.
 *
 * @param workflowIds some hundreds at once; no id may have a quotation mark in it
 */
export async function liveRuns(client: Client, workflowIds: readonly string[]): Promise<ReadonlySet<string>> {
  const live = new Set<string>();
  if (workflowIds.length === 0) return live;
  const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${workflowIds.map((id) => `'${id}'`).join(', ')})`;
  await client.withDeadline(Date.now() + listDeadlineMs, async () => {
    for await (const { workflowId } of client.workflow.list({ query, pageSize: workflowIds.length }))
      live.add(workflowId);
  });
  return live;
}

/** Deadline of a signal. */
const deadlineMs = 3_000;

/**
 * Signals a run that what it waits for was mended.
 *
 * @returns false where no such run is open
 */
export async function signalMended(client: Client, workflowId: string): Promise<boolean> {
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
