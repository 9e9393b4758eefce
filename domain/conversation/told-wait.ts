import { helpingCommand, type WaitSubject } from './helping-command.ts';
import { quietKinds, quietSeconds, type Wait, type WaitKind } from './waiting.ts';

/** A row that may wait; `reason` is of the time before kinds were kept, or missing where a step needs no words. */
export type WaitingRow = {
  waitingKind?: WaitKind | null | undefined;
  waitingSince?: Date | null | undefined;
  waitingUntil?: Date | null | undefined;
  reason?: string | null | undefined;
};

/** A wait as it is told of, with what an operator types against it. */
export type ToldWait = Wait & { command: string | null };

/** What a row waits for; null while it moves, and in the steps of every run that goes well as long as they are short. */
export function toldWait(row: WaitingRow, about: WaitSubject, now = new Date()): ToldWait | null {
  const { waitingKind: kind, waitingSince: since, waitingUntil: until, reason } = row;
  if (!kind || !since || !isTold(kind, since, now)) return null;
  return wholeWait({ kind, since, until: until ?? null, reason: reason ?? null }, about);
}

/** A wait with what is said of it where its row has no words of its own, and with what an operator types against it. */
export function wholeWait(wait: Omit<Wait, 'reason'> & { reason: string | null }, about: WaitSubject): ToldWait {
  const { kind, reason } = wait;
  return { ...wait, reason: reason ?? wordsOf(kind), command: helpingCommand(kind, about) };
}

function isTold(kind: WaitKind, since: Date, now: Date): boolean {
  return !quietKinds.includes(kind) || now.getTime() - since.getTime() >= quietSeconds * 1000;
}

function wordsOf(kind: WaitKind): string {
  return kind === 'START' ? 'à espera de um worker' : 'resposta da autoridade';
}

/** SQL of the same condition at the instant that its one value says, about the row of that alias. */
export const isToldOf = (alias: string): string => `(${alias}.waiting_kind is not null
  and (${alias}.waiting_kind not in (${quietKinds.map((kind) => `'${kind}'`).join(', ')})
    or ${alias}.waiting_since <= ?::timestamptz - interval '${quietSeconds} seconds'))`;
