// Workflows and the Temporal client may read this file: it must stay without imports.

export const documentTypes = ['NFE', 'NFCE', 'NFSE'] as const;
/** The kinds of fiscal document, as the API names them. */
export type DocumentType = (typeof documentTypes)[number];

export const models = ['55', '65'] as const;
/** Model of a note of goods (mod). */
export type Model = (typeof models)[number];

export const documentEventTypes = [
  'CANCELLATION',
  'CANCELLATION_BY_SUBSTITUTION',
  'CORRECTION_LETTER',
  'DELIVERY_RECEIPT',
  'DELIVERY_RECEIPT_REMOVAL',
] as const;
/** What can be registered about a document once it is authorized. */
export type DocumentEventType = (typeof documentEventTypes)[number];

/** What the type of a document alone decides. */
type Traits = {
  /** How people write it. */
  title: string;
  /** Null for a service, whose layout has no model. */
  model: Model | null;
  /** Which count its numbers are drawn from. */
  numberedAs: Model | 'NFSE';
  /** Type of the templates, and model of the tax rules, that it takes its taxes from. */
  taxedAs: 'NFE' | 'NFSE';
  /** The official schema of what is signed: the folder of a schema pack, and the file in it. */
  schema: { family: SchemaFamily; file: string };
  /** How the names of its files end after the access key; of an event, after its code and sequence. */
  files: { signed: string; authorized: string; event: string };
  /** The events that it can have, each with its tpEvento. */
  events: Partial<Record<DocumentEventType, string>>;
};

/** The table of document types: a new type is a row here, and whatever misses the row does not compile. */
export const traitsOf = {
  NFE: {
    title: 'NF-e',
    model: '55',
    numberedAs: '55',
    taxedAs: 'NFE',
    schema: { family: 'nfe', file: 'nfe_v4.00.xsd' },
    files: { signed: 'nfe.xml', authorized: 'procNFe.xml', event: 'procEventoNFe.xml' },
    events: {
      CANCELLATION: '110111',
      CORRECTION_LETTER: '110110',
      DELIVERY_RECEIPT: '110130',
      DELIVERY_RECEIPT_REMOVAL: '110131',
    },
  },
  NFCE: {
    title: 'NFC-e',
    model: '65',
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

/** The types that have a model: notes of goods. */
export type GoodsType = {
  [Type in DocumentType]: (typeof traitsOf)[Type]['model'] extends Model ? Type : never;
}[DocumentType];

/** The type of a note by its model. */
export const typeOfModel = { '55': 'NFE', '65': 'NFCE' } as const satisfies Record<Model, GoodsType>;

/** Whether documents of the type can have the event. */
export function canHave(type: DocumentType, event: DocumentEventType): boolean {
  return event in traitsOf[type].events;
}

/**
 * tpEvento of an event of a document.
 *
 * @throws TypeError where documents of the type have no such event
 */
export function eventCodeOf(type: DocumentType, event: DocumentEventType): string {
  const events: Traits['events'] = traitsOf[type].events;
  const code = events[event];
  if (code === undefined) throw new TypeError(`no ${event} of a document of type ${type}`);
  return code;
}
