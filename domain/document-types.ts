// Workflows and the Temporal client may read this file: it must import nothing but types.
import type { AuthorityKind } from './authority-names.ts';

export const documentTypes = ['NFE', 'NFCE', 'NFSE'] as const;
/** The kinds of fiscal document, as the API names them. */
export type DocumentType = (typeof documentTypes)[number];

export const models = ['55', '65'] as const;
/** Model of a note of goods (mod). */
export type Model = (typeof models)[number];

export const ownEventTypes = [
  'CANCELLATION',
  'CANCELLATION_BY_SUBSTITUTION',
  'CORRECTION_LETTER',
  'DELIVERY_RECEIPT',
  'DELIVERY_RECEIPT_REMOVAL',
  'EPEC',
] as const;
/** What can be registered about an own document: the `EPEC` before it is authorized, all others after. */
export type OwnEventType = (typeof ownEventTypes)[number];

export const reformEventTypes = [
  'EFFECTIVE_PAYMENT',
  'IMPORT_NOT_EXEMPTED',
  'LOSS_IN_SUPPLIER_TRANSPORT',
  'SUPPLY_NOT_MADE',
  'DELIVERY_DATE_CHANGE',
  'PRESUMED_CREDIT',
  'LOSS_IN_BUYER_TRANSPORT',
  'CREDIT_NOTE_ANSWER',
  'FIXED_ASSET',
  'FUEL_CREDIT',
  'ACTIVITY_CREDIT',
  'CARRIER_ACCESS',
  'DELIVERY_FAILURE',
  'PAYMENT_RECONCILIATION',
  'EVENT_WITHDRAWAL',
] as const;
/**
 * What issuer and recipient of an NF-e tell the assessment of IBS and CBS after it (`events/reform/table.ts`), and what is said of it beside the
 * reform by the same route (`events/reform/beside.ts`).
 */
export type ReformEventType = (typeof reformEventTypes)[number];

export const serviceEventTypes = ['FISCAL_ANALYSIS_REQUEST', 'SERVICE_CONFIRMATION', 'SERVICE_REJECTION'] as const;
/** What the parties of an NFS-e say of it beside its cancellation (`events/service/table.ts`). */
export type ServiceEventType = (typeof serviceEventTypes)[number];

export const documentEventTypes = [
  ...ownEventTypes,
  'MANIFESTATION',
  ...reformEventTypes,
  ...serviceEventTypes,
] as const;
/**
 * What a company can register: about its own documents, the `MANIFESTATION` of one that it received, and the events of the reform and of NFS-e
 * about both.
 */
export type DocumentEventType = (typeof documentEventTypes)[number];

/** What the type of a document alone decides. */
type Traits = {
  /** How people write it. */
  title: string;
  /** Null for a service, whose layout has no model. */
  model: Model | null;
  /** Who authorizes it (`authorityNames`). */
  authority: AuthorityKind;
  /** Which count its numbers are drawn from. */
  numberedAs: Model | 'NFSE';
  /** Type of the templates, and model of the tax rules, that it takes its taxes from. */
  taxedAs: 'NFE' | 'NFSE';
  /** The official schema of what is signed: the folder of a schema pack, and the file in it. */
  schema: { family: SchemaFamily; file: string };
  /** How the names of its files end after the access key; of an event, after its code and sequence. */
  files: { signed: string; authorized: string; event: string };
  /** The events that it can have, each with its tpEvento. */
  events: Partial<Record<OwnEventType, string>>;
};

/** The table of document types: a new type is a row here, and whatever misses the row does not compile. */
export const traitsOf = {
  NFE: {
    title: 'NF-e',
    model: '55',
    authority: 'SEFAZ',
    numberedAs: '55',
    taxedAs: 'NFE',
    schema: { family: 'nfe', file: 'nfe_v4.00.xsd' },
    files: { signed: 'nfe.xml', authorized: 'procNFe.xml', event: 'procEventoNFe.xml' },
    events: {
      CANCELLATION: '110111',
      CORRECTION_LETTER: '110110',
      DELIVERY_RECEIPT: '110130',
      DELIVERY_RECEIPT_REMOVAL: '110131',
      EPEC: '110140',
    },
  },
  NFCE: {
    title: 'NFC-e',
    model: '65',
    authority: 'SEFAZ',
    numberedAs: '65',
    taxedAs: 'NFE',
    schema: { family: 'nfe', file: 'nfe_v4.00.xsd' },
    files: { signed: 'nfe.xml', authorized: 'procNFe.xml', event: 'procEventoNFe.xml' },
    events: {
      CANCELLATION: '110111',
      CANCELLATION_BY_SUBSTITUTION: '110112',
      CORRECTION_LETTER: '110110',
    },
  },
  NFSE: {
    title: 'NFS-e',
    model: null,
    authority: 'SEFIN',
    numberedAs: 'NFSE',
    taxedAs: 'NFSE',
    schema: { family: 'nfse', file: 'DPS_v1.01.xsd' },
    files: { signed: 'dps.xml', authorized: 'nfse.xml', event: 'eventoNFSe.xml' },
    events: { CANCELLATION: '101101', CANCELLATION_BY_SUBSTITUTION: '105102' },
  },
} as const satisfies Record<DocumentType, Traits>;

export const schemaFamilies = ['nfe', 'nfse'] as const;
/** A folder of a schema pack. */
export type SchemaFamily = (typeof schemaFamilies)[number];

/** The official schema by which the documents of a family are checked: a pack of the family is none without it. */
export const rootSchemaOf: Record<SchemaFamily, string> = {
  nfe: traitsOf.NFE.schema.file,
  nfse: traitsOf.NFSE.schema.file,
};

/** How people write the documents that a family checks. */
export const familyTitle: Record<SchemaFamily, string> = { nfe: traitsOf.NFE.title, nfse: traitsOf.NFSE.title };

export function isSchemaFamily(text: string): text is SchemaFamily {
  return Object.hasOwn(rootSchemaOf, text);
}

/** What is counted: the notes of a model, or services. */
export type Count = Traits['numberedAs'];

/** The types that have a model: notes of goods. */
export type GoodsType = {
  [Type in DocumentType]: (typeof traitsOf)[Type]['model'] extends Model ? Type : never;
}[DocumentType];

/** The type of a note by its model. */
export const typeOfModel = { '55': 'NFE', '65': 'NFCE' } as const satisfies Record<Model, GoodsType>;

/** Whether documents of the type can have the event. */
export function canHave(type: DocumentType, event: OwnEventType): boolean {
  return event in traitsOf[type].events;
}

/**
 * tpEvento of an event of a document.
 *
 * @throws TypeError where documents of the type have no such event
 */
export function eventCodeOf(type: DocumentType, event: OwnEventType): string {
  const events: Traits['events'] = traitsOf[type].events;
  const code = events[event];
  if (code === undefined) throw new TypeError(`no ${event} of a document of type ${type}`);
  return code;
}

/** The event of a tpEvento, of whatever type of document; null where it is none that a company registers about its own. */
export function ownEventTypeOf(code: string): OwnEventType | null {
  const has = (type: DocumentType, event: OwnEventType): boolean =>
    canHave(type, event) && eventCodeOf(type, event) === code;
  return ownEventTypes.find((event) => documentTypes.some((type) => has(type, event))) ?? null;
}
