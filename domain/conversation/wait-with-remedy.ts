import { commandOf, type Remedy, remedyOf, type WaitSubject } from './remedy.ts';
import { quietKinds, quietSeconds, type Wait, type WaitKind } from './waiting.ts';

/** A row that may wait; `reason` is of the time before kinds were kept, or missing where a step needs no words. */
export type WaitingRow = {
  waitingKind?: WaitKind | null | undefined;
  waitingSince?: Date | null | undefined;
  waitingUntil?: Date | null | undefined;
  reason?: string | null | undefined;
};

/** A wait as people read of it, with what helps against it. */
export type WaitWithRemedy = Wait & { remedy: Remedy };

/** What a row waits for; null while it moves, and in the steps of every run that goes well as long as they are short. */
export function waitOfRow(row: WaitingRow, about: WaitSubject, now = new Date()): WaitWithRemedy | null {
  const { waitingKind: kind, waitingSince: since, waitingUntil: until, reason } = row;
  if (!kind || !since || now < toldFrom(kind, since)) return null;
  return wholeWait({ kind, since, until: until ?? null, reason: reason ?? null }, about);
}

/** A wait with what is said of it where its row has no words of its own, and with what helps against it. */
export function wholeWait(wait: Omit<Wait, 'reason'> & { reason: string | null }, about: WaitSubject): WaitWithRemedy {
  const { kind, reason } = wait;
  return { ...wait, reason: reason ?? wordsOf(kind), remedy: remedyOf(kind, about) };
}

/** A wait in the shape of the contract, which webhooks and scripts get, too: with what an operator types against it. */
export function waitInContract({ kind, reason, since, until, remedy }: WaitWithRemedy) {
  return { kind, reason, since: since.toISOString(), until: until?.toISOString() ?? null, command: commandOf(remedy) };
}

/** From when on a wait is told of: a step that every run passes through after a minute. */
function toldFrom(kind: WaitKind, since: Date): Date {
  return quietKinds.includes(kind) ? new Date(since.getTime() + quietSeconds * 1000) : new Date(0);
}

function wordsOf(kind: WaitKind): string {
  return kind === 'START' ? 'à espera de um worker' : 'resposta da autoridade';
}

const isQuiet = (alias: string): string => `
    when ${alias}.waiting_kind in (${quietKinds.map((kind) => `'${kind}'`).join(', ')})
      then ${alias}.waiting_since + interval '${quietSeconds} seconds'`;

/** SQL of the same condition at the instant that its one value says, about the row of that alias. */
export const isToldOf = (alias: string): string =>
  `(${alias}.waiting_kind is not null and ?::timestamptz >= case ${isQuiet(alias)}
    else '-infinity'
  end)`;

/**
 * SQL of the condition that people and webhooks are told of a wait by themselves, likewise: a note that is valid and only has to be transmitted
 * asks for nobody until half of its time for that has passed.
 */
export const isForPeople = (alias: string): string =>
  `(${alias}.waiting_kind is not null and ?::timestamptz >= case ${isQuiet(alias)}
    when ${alias}.waiting_kind = 'TRANSMISSION' and ${alias}.waiting_until is not null
      then ${alias}.waiting_since + (${alias}.waiting_until - ${alias}.waiting_since) / 2
    else '-infinity'
  end)`;
