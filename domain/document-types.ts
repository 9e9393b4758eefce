// Workflows and the Temporal client import this file: it may import nothing but types.
import type { AuthorityKind } from './authority-names.ts';

export const documentTypes = ['NFE', 'NFCE', 'NFSE'] as const;
/** The kinds of fiscal document, as the API names them. */
export type DocumentType = (typeof documentTypes)[number];

export const models = ['55', '65'] as const;
/** The model of a note of goods (mod): 55 NF-e, 65 NFC-e. */
export type Model = (typeof models)[number];

export const ownEventTypes = [
  'CANCELLATION',
  'CANCELLATION_BY_SUBSTITUTION',
  'CORRECTION_LETTER',
  'DELIVERY_RECEIPT',
  'DELIVERY_RECEIPT_REMOVAL',
  'EPEC',
] as const;
/** Events of a document of our own: `EPEC` is registered before it is authorized, all others after. */
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
 * Events that issuer or recipient of an NF-e register for the assessment of IBS and CBS (`events/reform/table.ts`), and others that go the same way
 * (`events/reform/non-reform.ts`).
 */
export type ReformEventType = (typeof reformEventTypes)[number];

export const serviceEventTypes = ['FISCAL_ANALYSIS_REQUEST', 'SERVICE_CONFIRMATION', 'SERVICE_REJECTION'] as const;
/** Events that a party of an NFS-e registers, except its cancellation (`events/service/table.ts`). */
export type ServiceEventType = (typeof serviceEventTypes)[number];

export const documentEventTypes = [
  ...ownEventTypes,
  'MANIFESTATION',
  ...reformEventTypes,
  ...serviceEventTypes,
] as const;
/**
 * All events that a company can register: those of its own documents, the `MANIFESTATION` of a received one, and those of the reform and of NFS-e,
 * which are about both.
 */
export type DocumentEventType = (typeof documentEventTypes)[number];

/** What follows from a document's type alone. */
type Traits = {
  /** The name in texts for people. */
  title: string;
  /** Model; null for a service, whose layout has none. */
  model: Model | null;
  /** The authority that authorizes it (`authorityNames`). */
  authority: AuthorityKind;
  /** The count of numbers from which it draws: its model, or that of services. */
  numberedAs: Model | 'NFSE';
  /** The type of templates, and the model of tax rules, from which it takes its taxes. */
  taxedAs: 'NFE' | 'NFSE';
  /** The official schema of the signed XML: the family in the schema pack, and the file in it. */
  schema: { family: SchemaFamily; file: string };
  /** Endings of its file names, behind the access key; of an event's, behind its code and sequence number. */
  files: { signed: string; authorized: string; event: string };
  /** The events that a document of the type can have, each with its tpEvento. */
  events: Partial<Record<OwnEventType, string>>;
};

/** The table of document types: a new type is a row here, and code that does not know it does not compile. */
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
/** A family of schemas, which is a folder in a schema pack. */
export type SchemaFamily = (typeof schemaFamilies)[number];

/** The root schema by which a family's documents are checked; a pack without it does not have the family. */
export const rootSchemaOf: Record<SchemaFamily, string> = {
  nfe: traitsOf.NFE.schema.file,
  nfse: traitsOf.NFSE.schema.file,
};

/** The title of the documents that a family's schemas check. */
export const familyTitle: Record<SchemaFamily, string> = { nfe: traitsOf.NFE.title, nfse: traitsOf.NFSE.title };

export function isSchemaFamily(text: string): text is SchemaFamily {
  return Object.hasOwn(rootSchemaOf, text);
}

/** A count of numbers: of the notes of one model, or of services. */
export type Count = Traits['numberedAs'];

/** The types with a model: notes of goods. */
export type GoodsType = {
  [Type in DocumentType]: (typeof traitsOf)[Type]['model'] extends Model ? Type : never;
}[DocumentType];

/** The document type of a model. */
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

/** The event of a tpEvento, of any type of document; null for one that a company does not register about its own documents. */
export function ownEventTypeOf(code: string): OwnEventType | null {
  const has = (type: DocumentType, event: OwnEventType): boolean =>
    canHave(type, event) && eventCodeOf(type, event) === code;
  return ownEventTypes.find((event) => documentTypes.some((type) => has(type, event))) ?? null;
}
