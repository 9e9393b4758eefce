import { randomBytes } from 'node:crypto';
import { CancelledFailure, Context } from '@temporalio/activity';
import type { Mend } from '../domain/conversation/progress.ts';
import { waitOf } from '../domain/conversation/wait-of.ts';
import type { Wait } from '../domain/conversation/waiting.ts';
import { isDatabaseAway } from '../operations/database.ts';
import { TemporalUnavailable } from '../temporal/run.ts';
import type { Parts } from './parts.ts';

/** Thrown where the work cannot be done now for a reason that is no fault of the code: it waits for `mend`, and is tried again afterwards. */
export class MendNeeded extends Error {
  readonly mend: Mend;

  constructor(mend: Mend) {
    super(mend.reason);
    this.name = 'MendNeeded';
    this.mend = mend;
  }
}

/**
 * How many attempts of one activity fail in a row before it waits: by then a fault has come back for 7 to 15 seconds, and most temporary faults
 * have passed.
 */
const attemptsInARow = 5;

/** How a fault is reported in Portuguese: `doing` completes "Falha interna …", `sooner` "logo depois do conserto …". */
export type FaultReport = {
  doing: string;
  sooner: string;
  /** Writes, where people read it, what is waited for; throws while the database is away. */
  explain: (wait: Omit<Wait, 'since'>) => Promise<unknown>;
};

/**
 * Runs `work`. A fault of ours that keeps coming back becomes a wait until it is mended: the row gets a reason with a reference to the log line
 * that has the details.
 *
 * @throws what `work` threw, before the last of `attemptsInARow`, or whenever the fault passes by itself
 */
export async function orWaitForMend<Result>(
  { logger }: Pick<Parts, 'logger'>,
  { doing, sooner, explain }: FaultReport,
  work: () => Promise<Result>,
): Promise<Result | Mend> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MendNeeded) {
      await explain(waitOf(error.mend));
      return error.mend;
    }
    const { attempt, activityType, workflowExecution } = Context.current().info;
    if (attempt < attemptsInARow || passesByItself(error)) throw error;
    const reference = randomBytes(4).toString('hex');
    const reason = `Falha interna ${doing} (referência ${reference}, no log do worker). ${again} ${sooner}.`;
    const mend: Mend = { kind: 'mend', reason, waitKind: 'OURS' };
    await explain(waitOf(mend));
    const { workflowId } = workflowExecution ?? {};
    logger.error('a fault of ours repeats: the run waits until it is mended', {
      reference,
      activityType,
      workflowId,
      error,
    });
    return mend;
  }
}

const again = 'Tenta de novo em uma hora, ou logo depois do conserto';

/** How the runs of documents, events and ranges learn that something was mended. */
export const retryHint = 'com "lavra documents retry"';

/** PostgreSQL's classes of errors that may pass by themselves: connections, conflicts, resources, locks, operators, a read-only server. */
const passingStates = /^(08|40|53|57|58)\w{3}$|^55P03$|^25006$/;

/** Whether an error comes from a part that is away or busy, or from a worker that stops. */
function passesByItself(error: unknown): boolean {
  if (error instanceof CancelledFailure || error instanceof TemporalUnavailable || isDatabaseAway(error)) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && passingStates.test(current.code)) return true;
  }
  return false;
}

/** Sends a heartbeat every two seconds while `work` runs, so that a dead worker is noticed in seconds. */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 2_000);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
