import { type AccessKey, accessKey } from '../identifiers.ts';
import type { EpecSummary, EventRecord, NoteRecord, Registered } from '../register/records.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import { child, type Element, textOf } from '../xml/element.ts';

/** A fiscal event that is valid by schema. Instants are kept as they were written. */
export type FiscalEvent = {
  id: string;
  cOrgao: string;
  tpAmb: string;
  /** CNPJ or CPF of its author. */
  author: string;
  chNFe: string;
  dhEvento: string;
  tpEvento: string;
  nSeqEvento: number;
  verEvento: string;
  infEvento: Element;
  detail: Element | undefined;
};

/** When and where an event is checked, and what is registered about its note. */
export type EventContext = {
  endpoint: Endpoint;
  at: Date;
  note: NoteRecord | undefined;
  /** The events that the note already has, in order. */
  registered: readonly EventRecord[];
  /** The note under an access key, and its events. */
  about(chNFe: string): { note: NoteRecord | undefined; registered: readonly EventRecord[] };
  acceptsLateCancellation(): boolean;
  /** What holds the number in a key: a note, an EPEC, or an inutilization. */
  numbered(key: AccessKey): { note: boolean; epec: boolean; voided: boolean };
  /** Whether the key is of an issuer without a state registration. */
  isOfUnregistered: boolean;
  /** Looks a CNPJ up in the registers, as one of this state. */
  taxpayer(cnpj: string, state: string | undefined): Registered;
  /** Whether an issuer may send no more EPEC. */
  epecBlocked(issuer: string): boolean;
};

/** One rule about an event: its code, and whether the event breaks it; a returned string fills the blank in the published reason. */
export type EventRule = { cStat: number; breaks: (event: FiscalEvent, context: EventContext) => boolean | string };

/** One kind of event: its receiver, its layout, its own rules, and the code with which it is registered. */
export type EventKind = {
  tpEvento: string;
  /** Text of xEvento in the answer. */
  title: string;
  /** The author's state, the national environment (cOrgao 91), or SVRS for the notes of all states (cOrgao 92). */
  receiver: 'state' | 'national' | 'svrs';
  /** Whether a contingency authorizer accepts it for the notes that it authorized. */
  inContingency: boolean;
  /** The model of the notes that can have it; undefined for both models, and for kinds with a code of their own for the wrong model. */
  model?: '55' | '65';
  /** Its author: the issuer, whom the access key names (574); the recipient of the note (575); or either, by rules of the kind itself. */
  author: 'issuer' | 'recipient' | 'either';
  highestSequence: number;
  /** The event comes before its note, so no rule requires the note, and the state of the note bars nothing. */
  precedesNote?: true;
  /** How `detEvento` is checked: by an official schema, or by the published layout if there is no schema. */
  detail: { schema?: string; faultOf?: (detail: Element) => string | undefined };
  /** Rules that need the message alone. */
  messageRules: readonly EventRule[];
  /** Rules that come before the check that the note is in force: deadlines, and codes for a cancelled note. */
  stateRules: readonly EventRule[];
  /** Rules about the note and its events, checked last. */
  historyRules: readonly EventRule[];
  registeredAs(context: EventContext): number;
  /** What is stored of an EPEC, to compare its note with. */
  epec?(event: FiscalEvent): EpecSummary;
  /** The carrier that the event gives access to the note. */
  access?(event: FiscalEvent): EventRecord['access'];
};

const registered = 135;

type OwnTraits = 'tpEvento' | 'title' | 'receiver' | 'author' | 'highestSequence';

/** A kind of event with the usual traits: an official schema, not accepted by contingency authorizers, no rules of its own, registered as 135. */
export function eventKind(kind: Pick<EventKind, OwnTraits> & Partial<EventKind>): EventKind {
  return {
    inContingency: false,
    detail: { schema: `e${kind.tpEvento}_v1.00.xsd` },
    messageRules: [],
    stateRules: [],
    historyRules: [],
    registeredAs: () => registered,
    ...kind,
  };
}

/** Reads an `evento`; undefined if it has no `infEvento`. */
export function readEvent(element: Element): FiscalEvent | undefined {
  const infEvento = child(element, 'infEvento');
  if (!infEvento) return undefined;
  const text = (name: string): string => textOf(infEvento, name) ?? '';
  return {
    id: infEvento.attributes['Id'] ?? '',
    cOrgao: text('cOrgao'),
    tpAmb: text('tpAmb'),
    author: text('CNPJ') || text('CPF'),
    chNFe: text('chNFe'),
    dhEvento: text('dhEvento'),
    tpEvento: text('tpEvento'),
    nSeqEvento: Number(text('nSeqEvento')),
    verEvento: text('verEvento'),
    infEvento,
    detail: child(infEvento, 'detEvento'),
  };
}

const authorized = [100, 120, 150];
const cancellations = ['110111', '110112'];
const receipt = { tpEvento: '110130', removal: '110131' };
const failure = { tpEvento: '110192', removal: '110193' };
const confirmation = '210200';
const disowning = '210220';
const conclusions = [confirmation, disowning, '210240'];
const manifestations = ['210210', ...conclusions];

/** The event that cancelled a note, if one did. */
export function cancellationOf(events: readonly EventRecord[]): EventRecord | undefined {
  return events.find(({ tpEvento }) => cancellations.includes(tpEvento));
}

/** Whether a note was authorized, and not denied. */
export function isAuthorized(note: NoteRecord): boolean {
  return authorized.includes(note.cStat);
}

/** Whether a note was authorized and not cancelled since. */
export function isInForce(note: NoteRecord | undefined, events: readonly EventRecord[]): boolean {
  return note !== undefined && isAuthorized(note) && cancellationOf(events) === undefined;
}

/** The registered delivery receipt that no event removed: a removal has the sequence of its receipt. */
export function receiptInForce(events: readonly EventRecord[]): EventRecord | undefined {
  return standing(receipt, events);
}

/** The registered delivery failure that no event removed. */
export function failureInForce(events: readonly EventRecord[]): EventRecord | undefined {
  return standing(failure, events);
}

function standing(
  kind: { tpEvento: string; removal: string },
  events: readonly EventRecord[],
): EventRecord | undefined {
  const removed = events.filter(({ tpEvento }) => tpEvento === kind.removal).map(({ nSeqEvento }) => nSeqEvento);
  return events.find(({ tpEvento, nSeqEvento }) => tpEvento === kind.tpEvento && !removed.includes(nSeqEvento));
}

/** The rules of an event that removes another event: it has that event's sequence (459) and names its protocol (460). */
export function removalRules(tpEvento: string): EventRule[] {
  const target = ({ nSeqEvento }: FiscalEvent, { registered: events }: EventContext): EventRecord | undefined =>
    events.find((one) => one.tpEvento === tpEvento && one.nSeqEvento === nSeqEvento);
  return [
    { cStat: 459, breaks: (event, context) => target(event, context) === undefined },
    { cStat: 460, breaks: (event, context) => target(event, context)?.nProt !== textOf(event.detail, 'nProtEvento') },
  ];
}

/** The instant in a field of an event, in Unix milliseconds; NaN if there is none, with which every comparison is false. */
export function instant({ detail }: FiscalEvent, name: string): number {
  return Date.parse(textOf(detail, name) ?? '');
}

/** The recipient's conclusions about the operation, in order; the last one counts. */
export function conclusionsOf(events: readonly EventRecord[]): EventRecord[] {
  return events.filter(({ tpEvento }) => conclusions.includes(tpEvento));
}

/** Whether the recipient's last conclusion is that the operation took place. */
export function isConfirmed(events: readonly EventRecord[]): boolean {
  return conclusionsOf(events).at(-1)?.tpEvento === confirmation;
}

/** Whether an event is a manifestation of the recipient. */
export function isManifestation({ tpEvento }: EventRecord): boolean {
  return manifestations.includes(tpEvento);
}

/** Whether an event releases the complete note to its recipient: any manifestation that does not disown the operation. */
export function releasesNote(event: EventRecord): boolean {
  return isManifestation(event) && event.tpEvento !== disowning;
}

/** cOrgaoAutor, in events that have it, must be the state of the key. */
export const authorState: EventRule = {
  cStat: 455,
  breaks: ({ detail, chNFe }) => textOf(detail, 'cOrgaoAutor') !== chNFe.slice(0, 2),
};

/** The access key of the note that an event is about. */
export function keyOf({ chNFe }: FiscalEvent): AccessKey | undefined {
  return accessKey(chNFe);
}
