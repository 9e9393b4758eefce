import { commandOf, type Remedy, remedyOf, type WaitSubject } from './remedy.ts';
import { quietKinds, quietSeconds, type Wait, type WaitKind } from './waiting.ts';

/** A row that may wait. `reason` is null where the step has no words of its own, and may be older than `waitingKind`. */
export type WaitingRow = {
  waitingKind?: WaitKind | null | undefined;
  waitingSince?: Date | null | undefined;
  waitingUntil?: Date | null | undefined;
  reason?: string | null | undefined;
};

/** A wait as it is shown to people, with what helps against it. */
export type WaitWithRemedy = Wait & { remedy: Remedy };

/** What a row waits for; null while it goes on, and for a short time in the steps that every run passes through (`quietKinds`). */
export function waitOfRow(row: WaitingRow, about: WaitSubject, now = new Date()): WaitWithRemedy | null {
  const { waitingKind: kind, waitingSince: since, waitingUntil: until, reason } = row;
  if (!kind || !since || now < toldFrom(kind, since)) return null;
  return wholeWait({ kind, since, until: until ?? null, reason: reason ?? null }, about);
}

/** A wait with its remedy, and with general words where its row has none. */
export function wholeWait(wait: Omit<Wait, 'reason'> & { reason: string | null }, about: WaitSubject): WaitWithRemedy {
  const { kind, reason } = wait;
  return { ...wait, reason: reason ?? wordsOf(kind), remedy: remedyOf(kind, about) };
}

/** A wait in the shape of the contract, which webhooks and scripts get: its remedy is a command line. */
export function waitInContract({ kind, reason, since, until, remedy }: WaitWithRemedy) {
  return { kind, reason, since: since.toISOString(), until: until?.toISOString() ?? null, command: commandOf(remedy) };
}

/** From when on a wait is shown: at once, or after `quietSeconds` in the steps that every run passes through. */
function toldFrom(kind: WaitKind, since: Date): Date {
  return quietKinds.includes(kind) ? new Date(since.getTime() + quietSeconds * 1000) : new Date(0);
}

function wordsOf(kind: WaitKind): string {
  return kind === 'START' ? 'à espera de um worker' : 'resposta da autoridade';
}

const isQuiet = (alias: string): string => `
    when ${alias}.waiting_kind in (${quietKinds.map((kind) => `'${kind}'`).join(', ')})
      then ${alias}.waiting_since + interval '${quietSeconds} seconds'`;

/** SQL of the condition of `waitOfRow`, for the rows of an alias. Its one parameter is the instant. */
export const isReportedIn = (alias: string): string =>
  `(${alias}.waiting_kind is not null and ?::timestamptz >= case ${isQuiet(alias)}
    else '-infinity'
  end)`;

/**
 * SQL of the condition under which people and webhooks are told of a wait, for the rows of an alias. Its one parameter is the instant. A valid note
 * that only has to be transmitted counts from half of its time on.
 */
export const isForPeople = (alias: string): string =>
  `(${alias}.waiting_kind is not null and ?::timestamptz >= case ${isQuiet(alias)}
    when ${alias}.waiting_kind = 'TRANSMISSION' and ${alias}.waiting_until is not null
      then ${alias}.waiting_since + (${alias}.waiting_until - ${alias}.waiting_since) / 2
    else '-infinity'
  end)`;
