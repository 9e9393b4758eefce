import type { FirstTurn } from '../../domain/conversation/progress.ts';
import type { Parts } from '../parts.ts';
import type { Conversation, Matter } from './matter.ts';
import { finishTurn, type OpenTurn, takeTurn } from './take-turn.ts';

type First<State, Answer, End> = {
  id: string;
  attempt: number;
  /** The turn, where the transaction that prepared the attempt opened its call. */
  turn: OpenTurn<State, Answer, End> | null;
};

/**
 * Takes the first turn of an attempt within the local activity that prepared it, which spares a round trip to Temporal. Where it takes long it
 * goes on in this process while the activity of a turn waits for it; where it meets a fault of ours, that activity tries again.
 */
export async function firstTurn<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  matter: Matter<State, Answer, End>,
  { id, attempt, turn }: First<State, Answer, End>,
): Promise<FirstTurn<End>> {
  const { turns, logger } = parts;
  const of = { id, attempt, waited: null };
  const taken = turn ? finishTurn(parts, matter, { ...of, turn }) : takeTurn(parts, matter, of);
  try {
    const progress = await turns.inTime(taken);
    if (progress) return progress;
    turns.keep(id, attempt, taken);
  } catch (error) {
    logger.warn('the first turn of an attempt met a fault: it is tried again', { id, attempt, error });
  }
  return { kind: 'handedOver' };
}
