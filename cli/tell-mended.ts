import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { AttemptKey } from '../domain/conversation/attempt-columns.ts';
import { recordOnce } from '../operations/audit/record.ts';
import type { ContingencyPlace } from '../operations/contingency/by-hand.ts';
import { unsettledNotes, waitingForAuthority } from '../operations/contingency/waiting.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { lookSoon } from '../operations/waits/run-looks.ts';
import { emissionId, messages, replacedId } from '../temporal/names.ts';
import { CommandRefused } from './command-refused.ts';
import type { Session } from './session.ts';

const deadlineMs = 5_000;
const atOnce = 20;

/**
 * Signals a waiting run that it may try now.
 *
 * @returns false where no such run is open
 * @throws {CommandRefused} `temporal_unavailable`
 */
async function tellMended(client: Client, workflowId: string): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + deadlineMs, () =>
      client.workflow.getHandle(workflowId).signal(messages.mended),
    );
    return true;
  } catch (cause) {
    if (cause instanceof WorkflowNotFoundError) return false;
    throw new CommandRefused('temporal_unavailable', 'O Temporal não responde; confira TEMPORAL_ADDRESS.', { cause });
  }
}

/** An attempt under way, and the workflow id of its run. */
export type RunKey = AttemptKey & { workflowId: string };

/**
 * The same for many runs, a few at once. Reconciliation starts those that do not exist in its next round.
 *
 * @returns for each, in order, whether its run was told
 * @throws {CommandRefused} `temporal_unavailable`
 */
export async function tellAllMended(session: Session, runs: readonly RunKey[]): Promise<boolean[]> {
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

/**
 * Tells the notes of a place that wait for their authority to check again in which form they are issued.
 *
 * @returns how many were told; null without Temporal: they check by themselves within the hour
 */
export async function tellNotesOfPlace(session: Session, place: ContingencyPlace): Promise<number | null> {
  const waiting = await waitingForAuthority(acrossCompanies(await session.orm()), place);
  try {
    return await countTold(
      session,
      waiting.map(({ id, attempt }) => ({ id, attempt, workflowId: emissionId(id, attempt) })),
    );
  } catch (error) {
    if (error instanceof CommandRefused && error.code === 'temporal_unavailable') return null;
    throw error;
  }
}

/**
 * Tells the runs that settle a company's replaced notes to go on now.
 *
 * @returns how many notes are not settled, and how many of their runs were told
 * @throws {CommandRefused} `temporal_unavailable`
 */
export async function tellReplacedNotes(
  session: Session,
  company: { id: string },
): Promise<{ unsettled: number; told: number }> {
  const em = acrossCompanies(await session.orm());
  const ids = await unsettledNotes(em, company);
  if (ids.length === 0) return { unsettled: 0, told: 0 };
  const entry = { action: 'REPLACED_NOTES_RETRIED', company: company.id, subject: null } as const;
  const told = await recordOnce(em, session.actor, entry, () => countTold(session, ids.map(runOfReplaced)));
  return { unsettled: ids.length, told };
}

/** Tells the run that settles one replaced note to go on now. @throws {CommandRefused} `temporal_unavailable` */
export async function tellReplacedNote(session: Session, id: string): Promise<boolean> {
  return (await countTold(session, [runOfReplaced(id)])) === 1;
}

/** The run of a replaced note, which has one attempt only. */
const runOfReplaced = (id: string): RunKey => ({ id, attempt: 1, workflowId: replacedId(id) });

async function countTold(session: Session, runs: RunKey[]): Promise<number> {
  return (await tellAllMended(session, runs)).filter(Boolean).length;
}
