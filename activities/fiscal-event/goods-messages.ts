import type { AuthorityService, Message } from '../../domain/conversation/authority.ts';
import { isCancellation } from '../../domain/documents/events/cancellations.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { isAtSvrs, isNational } from '../../domain/documents/events/event.ts';
import { isReformEventType } from '../../domain/documents/events/reform/table.ts';
import { isConclusion, manifestationCodes } from '../../domain/received/manifestations.ts';
import {
  type EventResult,
  readRetConsSitNFe,
  readRetConsStatServ,
  readRetEnvEvento,
} from '../../domain/sefaz/answers.ts';
import {
  authorizerOfKey,
  authorityServiceAt,
  type SefazAddress,
  sefazMessage,
  statusStateAt,
} from '../../domain/sefaz/authority.ts';
import { consSitNFe, consStatServ, envEvento, procEventoNFe } from '../../domain/sefaz/messages.ts';
import { eventOutcomeOf, obstacleOf, outcomeOf } from '../../domain/sefaz/outcomes.ts';
import type { SendingStep } from '../conversation/matter.ts';
import { idLote } from '../note/goods-messages.ts';
import type { EventAnswer, EventAttempt } from './event-attempt.ts';

/** The service to which the event is sent. */
export const authorityServiceOf = (state: EventAttempt): AuthorityService | null => authorityServiceAt(placeOf(state));

/**
 * Where the event is sent. An SVC takes cancellations alone, so that a correction letter waits for the state's own service. Events of the reform go
 * to SVRS, whatever state the note is of.
 */
function placeOf({ event, about }: EventAttempt): SefazAddress {
  const at = authorizerOfKey(about.accessKey, about.environment, about);
  if (isAtSvrs(event)) return { ...at, isSvc: false, isUnregistered: true };
  return { ...at, isSvc: at.isSvc === true && isCancellation(event.type), isNational: isNational(event) };
}

/** The message of a step about an event of a note of goods. */
export function messageAbout(state: EventAttempt, step: SendingStep): Message<EventAnswer> {
  const { event, about } = state;
  const { accessKey, environment } = about;
  const at = authorizerOfKey(accessKey, environment, about);
  switch (step.do) {
    case 'send': {
      const message = envEvento({ idLote: idLote(), signedEvento: event.signedXml ?? '' });
      return sefazMessage(placeOf(state), { service: 'RecepcaoEvento', message, read: (raw) => readLot(raw, event) });
    }
    case 'poll':
    case 'ask': {
      const message = consSitNFe({ environment, chNFe: accessKey });
      return sefazMessage(at, { service: 'NfeConsultaProtocolo', message, read: (raw) => readKey(raw, state) });
    }
    case 'checkService': {
      const asked = isAtSvrs(event) ? placeOf(state) : at;
      const message = consStatServ({ environment, state: statusStateAt(asked) });
      return sefazMessage(asked, { service: 'NfeStatusServico', message, read: readStatus });
    }
  }
}

type EventMessageFacts = Pick<EventAttempt, 'calls' | 'otherConclusions'> & {
  event: Pick<DocumentEvent, 'type' | 'code' | 'sequence' | 'signedXml'>;
};

const saysNothingOfItsOwn: ReadonlySet<DocumentEvent['type']> = new Set([
  'DELIVERY_RECEIPT_REMOVAL',
  'EPEC',
  'MANIFESTATION',
]);
const registered = { kind: 'registered' } as const;

/** Reads the answer to the event. */
export function readLot(raw: string, { signedXml }: Pick<DocumentEvent, 'signedXml'>): EventAnswer {
  const { cStat, xMotivo, events } = readRetEnvEvento(raw);
  const result = events[0];
  if (!result) return { cStat, xMotivo, outcome: eventOutcomeOf(cStat), registration: null };
  const outcome = eventOutcomeOf(result.cStat);
  const isRegistered = outcome.kind === 'registered';
  const registration = isRegistered ? registrationOf(result, procEventoNFe(signedXml ?? '', result.raw)) : null;
  return { cStat: result.cStat, xMotivo: result.xMotivo, outcome, registration };
}

/** Reads the answer to a question about the service. */
function readStatus(raw: string): EventAnswer {
  return undecided(readRetConsStatServ(raw));
}

/** Reads the answer to a question about the key: looks for the event among those registered for it. */
export function readKey(raw: string, state: EventMessageFacts): EventAnswer {
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
      : (unlistedManifestation(state, listed) ?? unlistedElsewhere(state) ?? undecided({ cStat, xMotivo }));
  }
  if (!countsAsOurs(found.raw, event)) return takenByAnother;
  const { raw: proc, result } = found;
  const said = { cStat: result.cStat, xMotivo: result.xMotivo };
  return { ...said, outcome: registered, registration: registrationOf(result, proc) };
}

function registrationOf({ nProt, dhRegEvento }: EventResult, procXml: string): EventAnswer['registration'] {
  return { protocol: nProt, registeredAt: dhRegEvento ? new Date(dhRegEvento) : null, procXml };
}

/** Whether the note is cancelled, by whatever event: some authorizers say so without listing its events. */
function isNoteCancelled(cStat: string, { type }: EventMessageFacts['event']): boolean {
  return isCancellation(type) && outcomeOf(cStat).kind === 'cancelled';
}

/** Whether the state of the key shows that its EPEC is registered (NT 2014.001): with the EPEC alone (124), or with the note that followed it. */
function isEpecTaken(cStat: string, { type }: EventMessageFacts['event']): boolean {
  return type === 'EPEC' && (cStat === '124' || outcomeOf(cStat).kind === 'authorized');
}

/** The answer to a question decides nothing: at most it names an obstacle. A code that would end an event means something else here. */
function undecided({ cStat, xMotivo }: { cStat: string; xMotivo: string }): EventAnswer {
  return { cStat, xMotivo, outcome: obstacleOf(cStat), registration: null };
}

/**
 * Whether a registered event counts as ours. A cancellation, removal or manifestation does whichever system sent it, and so does an EPEC, which
 * says nothing that its note does not; an event with contents of its own counts only if it was signed here.
 */
function countsAsOurs(proc: string, { type, signedXml }: EventMessageFacts['event']): boolean {
  if (isCancellation(type) || saysNothingOfItsOwn.has(type)) return true;
  const digest = /<DigestValue>([^<]+)</.exec(signedXml ?? '')?.[1];
  return digest !== undefined && proc.includes(digest);
}

/** Another system's event has the sequence: ours was never taken, and ends refused, as the authority would refuse it (573). */
const takenByAnother: EventAnswer = {
  cStat: '573',
  xMotivo: 'Rejeição: Duplicidade de Evento (outro sistema registrou um evento com esta sequência)',
  outcome: { kind: 'rejected' },
  registration: null,
};

type EventAnswerFacts = Pick<EventAttempt, 'calls' | 'otherConclusions'> & {
  event: Pick<DocumentEvent, 'type' | 'code'>;
};

const duplicate = '573';
/** How many conclusions of one note the authority takes (Ajuste SINIEF 43/23: one, and one that rectifies it). */
const mostConclusions = 2;

/**
 * What follows for a manifestation that the national environment called a duplicate (573), while the note's authorizer, asked about the key, does
 * not list it: the authorizer need not list everything, nor at once. The duplicate is then our own message, or what another system sent for the
 * company: the manifestation stands, and its protocol comes with the distribution. But the authority also answers 573 to one conclusion too many: a
 * conclusion is refused where two others are known, and any manifestation where the authorizer lists another one and no earlier message of it can
 * have arrived.
 *
 * @param listed the events that the authorizer lists
 * @returns null where the national environment has not called it a duplicate
 */
export function unlistedManifestation(
  { event, calls, otherConclusions }: EventAnswerFacts,
  listed: readonly EventResult[],
): EventAnswer | null {
  const sends = calls.filter(({ role, notSent }) => role === 'send' && !notSent);
  if (event.type !== 'MANIFESTATION' || sends.at(-1)?.cStat !== duplicate) return null;
  const mayHaveArrived = sends.some(({ cStat }) => cStat === null);
  const tellsOthers = listed.some(({ tpEvento }) => tpEvento !== null && manifestationCodes.includes(tpEvento));
  const isTooMany = isConclusion(event.code) && otherConclusions >= mostConclusions;
  return isTooMany || (tellsOthers && !mayHaveArrived) ? refusedManifestation : standingManifestation;
}

/**
 * What follows for an event of the reform, or one beside it, that was called a duplicate (573) by SVRS or, for one beside it, by the national
 * environment, while the note's authorizer does not list it, which need not know what was registered elsewhere. The event is ours where an answer
 * got lost, and its protocol is unknown; else another system's event has its sequence.
 *
 * @returns null where it was not called a duplicate
 */
export function unlistedElsewhere({ event, calls }: EventAnswerFacts): EventAnswer | null {
  const sends = calls.filter(({ role, notSent }) => role === 'send' && !notSent);
  if (!isReformEventType(event.type) || sends.at(-1)?.cStat !== duplicate) return null;
  return sends.some(({ cStat }) => cStat === null) ? standingElsewhere : takenByAnother;
}

const standingElsewhere: EventAnswer = {
  cStat: duplicate,
  xMotivo: 'o evento já estava registrado',
  outcome: { kind: 'registered' },
  registration: null,
};

const standingManifestation: EventAnswer = {
  cStat: duplicate,
  xMotivo: 'a manifestação já estava registrada',
  outcome: { kind: 'registered' },
  registration: null,
};

const refusedManifestation: EventAnswer = {
  cStat: duplicate,
  xMotivo: 'Rejeição: Duplicidade de Evento (a nota já tem as manifestações conclusivas que a SEFAZ aceita)',
  outcome: { kind: 'rejected' },
  registration: null,
};
