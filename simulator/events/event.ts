import type { NoteRecord } from '../register/records.ts';
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
export type EventScene = {
  endpoint: Endpoint;
  at: Date;
  note: NoteRecord | undefined;
  /** Types and numbers of the events that the note already has. */
  registered: readonly { tpEvento: string; nSeqEvento: number }[];
  acceptsLateCancellation: boolean;
};

/** One rule about an event: its code, and whether it is broken. */
export type EventRule = { cStat: number; breaks(event: FiscalEvent, scene: EventScene): boolean };

/** One type of event: its name, its schema, its own rules, and the code that says it was registered. */
export type EventKind = {
  tpEvento: string;
  /** Text of xEvento in the answer. */
  title: string;
  /** Root schema of a lot of such events. */
  schema: string;
  rules: readonly EventRule[];
  registeredAs(scene: EventScene): number;
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
