import type { AccessKey } from '../register/access-key.ts';
import type { EpecSummary, EventRecord, NoteRecord } from '../register/records.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import type { Element } from '../xml/element.ts';
import { child, textOf } from '../xml/element.ts';

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

/** When and where an event is judged, and what is registered about its note. */
export type EventContext = {
  endpoint: Endpoint;
  at: Date;
  note: NoteRecord | undefined;
  /** The events that the note already has, in order. */
  registered: readonly EventRecord[];
  /** What is registered about a key. */
  about(chNFe: string): { note: NoteRecord | undefined; registered: readonly EventRecord[] };
  acceptsLateCancellation(): boolean;
  /** What holds the number of a key: a note, a notice before one (EPEC), or that it will never be used. */
  numbered(key: AccessKey): { note: boolean; epec: boolean; voided: boolean };
  /** Whether an issuer may send no more notices before its notes (EPEC). */
  epecBlocked(issuer: string): boolean;
};

/** One rule about an event: its code, and whether the event breaks it; a text fills the blank of the published reason. */
export type EventRule = { cStat: number; breaks: (event: FiscalEvent, context: EventContext) => boolean | string };

/** One type of event: its receiver, its form, its own rules, and the code that says it was registered. */
export type EventKind = {
  tpEvento: string;
  /** Text of xEvento in the answer. */
  title: string;
  /** The author's state, or the national environment (cOrgao 91). */
  receiver: 'state' | 'national';
  /** Whether a contingency authorizer accepts it for the notes that it authorized. */
  inContingency: boolean;
  /** The model of notes that can have it; undefined for both, or where the kind has its own code for the wrong model. */
  model?: '55' | '65';
  /** Its author: the issuer, whom the access key names (574), or the recipient of the note (575). */
  author: 'issuer' | 'recipient';
  highestSequence: number;
  /** It comes before its note, so that no rule asks for the note, and the state of the note bars nothing. */
  precedesNote?: true;
  /** What is wrong with `detEvento`: the fault of an official schema root, or of the published layout where there is none. */
  detail: { schema: string } | { faultOf(detail: Element): string | undefined };
  /** Rules that need the message alone. */
  messageRules: readonly EventRule[];
  /** Rules that come before the state of the note: deadlines, and special codes for a cancelled note. */
  stateRules: readonly EventRule[];
  /** Rules about the note and its events, checked last. */
  historyRules: readonly EventRule[];
  registeredAs(context: EventContext): number;
  /** What is kept of its contents, where notes are compared with them. */
  epec?(event: FiscalEvent): EpecSummary;
};

/** Reads an `evento`, or gives undefined without `infEvento`. */
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
