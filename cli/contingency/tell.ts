import { acrossCompanies } from '../../operations/in-company.ts';
import type { Place } from '../../operations/contingency/place.ts';
import { unsettledNotes, waitingForAuthority } from '../../operations/contingency/waiting.ts';
import { emissionId, replacedId } from '../../temporal/names.ts';
import { Refused } from '../refused.ts';
import { type RunOf, tellAllMended } from '../runs/mended.ts';
import type { Session } from '../session.ts';

/**
 * Tells the notes of a place that wait for their authority to look anew at how they are issued.
 *
 * @returns how many; null without Temporal, where they look by themselves, within the hour
 */
export async function tellWaitingNotes(session: Session, place: Place): Promise<number | null> {
  const waiting = await waitingForAuthority(acrossCompanies(await session.orm()), place);
  try {
    return await countTold(
      session,
      waiting.map(({ id, attempt }) => ({ id, attempt, workflowId: emissionId(id, attempt) })),
    );
  } catch (error) {
    if (error instanceof Refused && error.code === 'temporal_unavailable') return null;
    throw error;
  }
}

/**
 * Tells the runs that settle a company's replaced notes to go on now.
 *
 * @returns how many notes are not settled, and how many of them have a run that was told
 * @throws {Refused} `temporal_unavailable`
 */
export async function tellReplacedNotes(
  session: Session,
  company: { id: string },
): Promise<{ unsettled: number; told: number }> {
  const ids = await unsettledNotes(acrossCompanies(await session.orm()), company);
  return { unsettled: ids.length, told: await countTold(session, ids.map(runOfReplaced)) };
}

/** The same of one. @throws {Refused} `temporal_unavailable` */
export async function tellReplacedNote(session: Session, id: string): Promise<boolean> {
  return (await countTold(session, [runOfReplaced(id)])) === 1;
}

/** There is one attempt to settle a replaced note. */
const runOfReplaced = (id: string): RunOf => ({ id, attempt: 1, workflowId: replacedId(id) });

async function countTold(session: Session, runs: RunOf[]): Promise<number> {
  return (await tellAllMended(session, runs)).filter(Boolean).length;
}
