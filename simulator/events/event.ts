import type { EventRecord, NoteRecord } from '../register/records.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import type { Element } from '../xml/element.ts';
import { child, textOf } from '../xml/element.ts';

/** A fiscal event that is valid by schema. Instants are as written. */
export type FiscalEvent = {
  id: string;
  cOrgao: string;
  tpAmb: string;
  /** CNPJ or CPF of who registers it. */
  author: string;
  chNFe: string;
  dhEvento: string;
  tpEvento: string;
  nSeqEvento: number;
  verEvento: string;
  infEvento: Element;
  detail: Element | undefined;
};

/** When and where an event is judged, and what is known of its note. */
export type EventContext = {
  endpoint: Endpoint;
  at: Date;
  note: NoteRecord | undefined;
  /** The events that the note already has, in order. */
  registered: readonly EventRecord[];
  /** What is registered about another key. */
  about(chNFe: string): { note: NoteRecord | undefined; registered: readonly EventRecord[] };
  acceptsLateCancellation(): boolean;
};

/** One rule about an event: its code, and whether it is broken; a text says what fills the blank of the published one. */
export type EventRule = { cStat: number; breaks: (event: FiscalEvent, context: EventContext) => boolean | string };

/** One type of event: who takes it, what it must look like, its own rules, and the code that says it was registered. */
export type EventKind = {
  tpEvento: string;
  /** Text of xEvento in the answer. */
  title: string;
  /** The author's state, or the national environment (cOrgao 91). */
  receiver: 'state' | 'national';
  /** Whether a contingency authorizer takes it for the notes that it authorized. */
  inContingency: boolean;
  /** Models of note that have it; undefined for both, or where the kind has an own code for the wrong one. */
  model?: '55' | '65';
  /** Who registers it: the one the access key names (574), or the one the note is for (575). */
  author: 'issuer' | 'recipient';
  highestSequence: number;
  /** What is wrong with `detEvento`: the fault of an official schema root, or of the published layout where there is none. */
  detail: { schema: string } | { faultOf(detail: Element): string | undefined };
  /** Against the message alone. */
  messageRules: readonly EventRule[];
  /** Against the note, before its state is looked at: deadlines, and own words for a note that is cancelled. */
  stateRules: readonly EventRule[];
  /** Against the note and its events, at the end. */
  historyRules: readonly EventRule[];
  registeredAs(context: EventContext): number;
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
