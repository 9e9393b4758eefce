import { isCancellation } from '../../../domain/documents/events/cancellations.ts';
import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { readRetConsSitNFe, readRetConsStatServ, readRetEnvEvento } from '../../../domain/sefaz/answers.ts';
import type { EventResult } from '../../../domain/sefaz/event-result.ts';
import { eventOutcomeOf, obstacleOf, outcomeOf } from '../../../domain/sefaz/outcomes.ts';
import { procEventoNFe } from '../../../domain/sefaz/proc-nfe.ts';
import type { EventAnswer } from '../answer.ts';
import type { EventAttempt } from '../attempt.ts';
import { unlistedManifestation } from './unlisted.ts';

type Asked = Pick<EventAttempt, 'calls' | 'otherConclusions'> & {
  event: Pick<DocumentEvent, 'type' | 'code' | 'sequence' | 'signedXml'>;
};

const saysNothingOfItsOwn: ReadonlySet<DocumentEvent['type']> = new Set([
  'DELIVERY_RECEIPT_REMOVAL',
  'EPEC',
  'MANIFESTATION',
]);
const registered = { kind: 'registered' } as const;

/** The answer to the event. */
export function readLot(raw: string, { signedXml }: Pick<DocumentEvent, 'signedXml'>): EventAnswer {
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
  return undecided(readRetConsStatServ(raw));
}

/** The answer to a question about the key: the event, where it is among those registered for the key. */
export function readKey(raw: string, state: Asked): EventAnswer {
  const { event } = state;
  const { code, sequence } = event;
  const { cStat, xMotivo, events } = readRetConsSitNFe(raw);
  const found = events.find(({ result }) => result.tpEvento === code && result.nSeqEvento === sequence);
  if (!found) {
    if (isNoteCancelled(cStat, event) || isEpecTaken(cStat, event)) {
      return { cStat, xMotivo, outcome: registered, registration: null };
    }
    const listed = events.map(({ result }) => result);
    return obstacleOf(cStat)
      ? undecided({ cStat, xMotivo })
      : (unlistedManifestation(state, listed) ?? undecided({ cStat, xMotivo }));
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
function isNoteCancelled(cStat: string, { type }: Asked['event']): boolean {
  return isCancellation(type) && outcomeOf(cStat).kind === 'cancelled';
}

/** Whether the key's own state tells that its EPEC is registered (NT 2014.001): with the EPEC alone (124), or with the note that followed it. */
function isEpecTaken(cStat: string, { type }: Asked['event']): boolean {
  return type === 'EPEC' && (cStat === '124' || outcomeOf(cStat).kind === 'authorized');
}

/** Any answer can name an obstacle; a code that would end an event means something else in the answer to a question. */
function undecided({ cStat, xMotivo }: { cStat: string; xMotivo: string }): EventAnswer {
  return { cStat, xMotivo, outcome: obstacleOf(cStat), registration: null };
}

/**
 * A cancellation, removal or manifestation counts whichever system asked for it, and so does an EPEC, which says nothing that its note does
 * not; another event with contents counts only if it was signed here.
 */
function countsAsOurs(proc: string, { type, signedXml }: Asked['event']): boolean {
  if (isCancellation(type) || saysNothingOfItsOwn.has(type)) return true;
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
