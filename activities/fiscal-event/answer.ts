import { isCancellation } from '../../domain/documents/events/cancellations.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { EventOutcome } from '../../domain/conversation/outcome.ts';
import { readRetConsSitNFe, readRetConsStatServ, readRetEnvEvento } from '../../domain/sefaz/answers.ts';
import type { EventResult } from '../../domain/sefaz/event-result.ts';
import { eventOutcomeOf, obstacleOf, outcomeOf } from '../../domain/sefaz/outcomes.ts';

/**
 * One answer about an event: the code and words of the event itself where they are told, the result where the authority has one, the whole procEventoNFe where it was asked for, and what follows. Only
 * the answer to the event itself judges it: of a question that finds nothing, or is refused, nothing follows.
 */
export type EventAnswer = {
  cStat: string;
  xMotivo: string;
  result: EventResult | null;
  proc: string | null;
  outcome: EventOutcome | null;
};

const nothing = { result: null, proc: null } as const;
const registered = { kind: 'registered' } as const;

/** The answer to the event. */
export function readLot(raw: string): EventAnswer {
  const { cStat, xMotivo, events } = readRetEnvEvento(raw);
  const result = events[0] ?? null;
  const said = result ?? { cStat, xMotivo };
  return { cStat: said.cStat, xMotivo: said.xMotivo, result, proc: null, outcome: eventOutcomeOf(said.cStat) };
}

/** The answer to a question about the service. */
export function readStatus(raw: string): EventAnswer {
  return unjudged(readRetConsStatServ(raw));
}

/** The answer to a question about the key: the event among those registered for it, where it is there. */
export function readKey(raw: string, event: DocumentEvent): EventAnswer {
  const { code, sequence } = event;
  const { cStat, xMotivo, events } = readRetConsSitNFe(raw);
  const found = events.find(({ result }) => result.tpEvento === code && result.nSeqEvento === sequence);
  if (!found)
    return isDone(cStat, event) ? { cStat, xMotivo, ...nothing, outcome: registered } : unjudged({ cStat, xMotivo });
  if (!isWanted(found.raw, event)) return takenByAnother;
  const { raw: proc, result } = found;
  return { cStat: result.cStat, xMotivo: result.xMotivo, result, proc, outcome: registered };
}

/** The note is cancelled, by whatever event: some authorizers tell its state without its events. */
function isDone(cStat: string, { type }: DocumentEvent): boolean {
  return isCancellation(type) && outcomeOf(cStat).kind === 'cancelled';
}

/** What stands in the way is told by any answer; a code that means an event's end is about something else here. */
function unjudged({ cStat, xMotivo }: { cStat: string; xMotivo: string }): EventAnswer {
  return { cStat, xMotivo, ...nothing, outcome: obstacleOf(cStat) };
}

/** What undoes is done, whoever asked for it; of what has contents, only what was signed here. */
function isWanted(proc: string, { type, signedXml }: DocumentEvent): boolean {
  if (isCancellation(type) || type === 'DELIVERY_RECEIPT_REMOVAL') return true;
  const digest = /<DigestValue>([^<]+)</.exec(signedXml ?? '')?.[1];
  return digest !== undefined && proc.includes(digest);
}

/** Somebody else's event has the sequence: ours was never taken, and is refused as its sending would be. */
const takenByAnother: EventAnswer = {
  cStat: '573',
  xMotivo: 'Rejeição: Duplicidade de Evento (outro sistema registrou um evento com esta sequência)',
  ...nothing,
  outcome: { kind: 'rejected' },
};
