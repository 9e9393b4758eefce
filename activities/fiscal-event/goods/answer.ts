import { isCancellation } from '../../../domain/documents/events/cancellations.ts';
import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { readRetConsSitNFe, readRetConsStatServ, readRetEnvEvento } from '../../../domain/sefaz/answers.ts';
import type { EventResult } from '../../../domain/sefaz/event-result.ts';
import { eventOutcomeOf, obstacleOf, outcomeOf } from '../../../domain/sefaz/outcomes.ts';
import { procEventoNFe } from '../../../domain/sefaz/proc-nfe.ts';
import type { EventAnswer } from '../answer.ts';
import type { EventAttempt } from '../attempt.ts';
import { unlistedManifestation } from './unlisted.ts';

const registered = { kind: 'registered' } as const;

/** The answer to the event. */
export function readLot(raw: string, { signedXml }: DocumentEvent): EventAnswer {
  const { cStat, xMotivo, events } = readRetEnvEvento(raw);
  const result = events[0];
  if (!result) return { cStat, xMotivo, outcome: eventOutcomeOf(cStat), registration: null };
  const outcome = eventOutcomeOf(result.cStat);
  const isRegistered = outcome.kind === 'registered';
  const registration = isRegistered ? registrationOf(result, procEventoNFe(signedXml ?? '', result.raw)) : null;
  return { cStat: result.cStat, xMotivo: result.xMotivo, outcome, registration };
}

/** The answer to a question about the service. */
export function readStatus(raw: string): EventAnswer {
  return unjudged(readRetConsStatServ(raw));
}

/** The answer to a question about the key: the event, where it is among those registered for the key. */
export function readKey(raw: string, state: EventAttempt): EventAnswer {
  const { event } = state;
  const { code, sequence } = event;
  const { cStat, xMotivo, events } = readRetConsSitNFe(raw);
  const found = events.find(({ result }) => result.tpEvento === code && result.nSeqEvento === sequence);
  if (!found) {
    if (isNoteCancelled(cStat, event)) return { cStat, xMotivo, outcome: registered, registration: null };
    const listed = events.map(({ result }) => result);
    return obstacleOf(cStat)
      ? unjudged({ cStat, xMotivo })
      : (unlistedManifestation(state, listed) ?? unjudged({ cStat, xMotivo }));
  }
  if (!countsAsOurs(found.raw, event)) return takenByAnother;
  const { raw: proc, result } = found;
  const said = { cStat: result.cStat, xMotivo: result.xMotivo };
  return { ...said, outcome: registered, registration: registrationOf(result, proc) };
}

function registrationOf({ nProt, dhRegEvento }: EventResult, procXml: string): EventAnswer['registration'] {
  return { protocol: nProt, registeredAt: dhRegEvento ? new Date(dhRegEvento) : null, procXml };
}

/** Whether the note is cancelled, by any event: some authorizers tell its state without its events. */
function isNoteCancelled(cStat: string, { type }: DocumentEvent): boolean {
  return isCancellation(type) && outcomeOf(cStat).kind === 'cancelled';
}

/** Any answer can name an obstacle; a code that would end an event means something else in the answer to a question. */
function unjudged({ cStat, xMotivo }: { cStat: string; xMotivo: string }): EventAnswer {
  return { cStat, xMotivo, outcome: obstacleOf(cStat), registration: null };
}

/** A cancellation, removal or manifestation counts whichever system asked for it; an event with contents counts only if it was signed here. */
function countsAsOurs(proc: string, { type, signedXml }: DocumentEvent): boolean {
  if (isCancellation(type) || type === 'DELIVERY_RECEIPT_REMOVAL' || type === 'MANIFESTATION') return true;
  const digest = /<DigestValue>([^<]+)</.exec(signedXml ?? '')?.[1];
  return digest !== undefined && proc.includes(digest);
}

/** Another system's event has the sequence: ours was never taken, and is refused as if it were sent. */
const takenByAnother: EventAnswer = {
  cStat: '573',
  xMotivo: 'Rejeição: Duplicidade de Evento (outro sistema registrou um evento com esta sequência)',
  outcome: { kind: 'rejected' },
  registration: null,
};
