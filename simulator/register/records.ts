import { z } from 'zod';

const environment = z.union([z.literal(1), z.literal(2)]);

const series = z.object({
  cUF: z.string(),
  /** CNPJ, or CPF behind three zeros, as in the access key. */
  issuer: z.string(),
  model: z.string(),
  series: z.number(),
});

/** Taxes and quantity of an item, each absent where the note says none. */
const reformItem = z.object({
  vIBS: z.string().optional(),
  vCBS: z.string().optional(),
  qCom: z.string().optional(),
  uCom: z.string().optional(),
});

const note = z.object({
  kind: z.literal('note'),
  environment,
  chNFe: z.string(),
  cStat: z.number(),
  xMotivo: z.string(),
  nProt: z.string(),
  /** Receipt of the lot that brought the note. */
  nRec: z.string(),
  digVal: z.string(),
  dhEmi: z.string(),
  dhRecbto: z.string(),
  vNF: z.string(),
  /** Total of ICMS. */
  vICMS: z.string().optional(),
  /** Totals of the poverty fund and of what is due to the destination; absent where they are not known. */
  vFCP: z.string().optional(),
  vICMSUFDest: z.string().optional(),
  vFCPUFDest: z.string().optional(),
  /** CNPJ, CPF or foreign identification of the recipient; absent when the note names none. */
  recipient: z.string().optional(),
  /** CNPJ or CPF of the carrier, and of the third persons that may have the note (`autXML`). */
  carrier: z.string().optional(),
  authorized: z.array(z.string()).optional(),
  /** A supplier that the simulator itself signs for: the document is kept unsigned, and signed when it is handed out. */
  supplier: z.string().optional(),
  /** The items of an NFC-e, in the fields that a substitute must repeat. */
  items: z.object({ count: z.number(), sha256: z.string() }).optional(),
  /** What events of the reform, and beside it, are compared with: items by nItem, and who pays the freight; absent of an NFC-e. */
  reform: z.object({ items: z.record(z.string(), reformItem), modFrete: z.string().optional() }).optional(),
  /** The issuer wrote no state registration; absent where it did. */
  isUnregistered: z.literal(true).optional(),
  protNFe: z.string(),
});

/** What an EPEC says of its note, as it was written; the note must say the same. */
const epecSummary = z.object({
  dhEmi: z.string(),
  tpNF: z.string(),
  issuerIE: z.string(),
  UF: z.string(),
  recipient: z.string(),
  recipientIE: z.string(),
  vNF: z.string(),
  vICMS: z.string(),
  vST: z.string(),
});

const event = z.object({
  kind: z.literal('event'),
  environment,
  chNFe: z.string(),
  tpEvento: z.string(),
  nSeqEvento: z.number(),
  cStat: z.number(),
  nProt: z.string(),
  dhRegEvento: z.string(),
  /** Only of a notice before a note in contingency (110140). */
  epec: epecSummary.optional(),
  /** Of an event at SVRS, which its author can take back, and of one that either side says: who that is, and the state that it names. */
  author: z.string().optional(),
  organ: z.string().optional(),
  /** Of a carrier that was let in (110150): its CNPJ or CPF, and whether it may let others in. */
  access: z.object({ taxId: z.string(), mayGrant: z.boolean() }).optional(),
  /** The event as it was sent and the answer it got. */
  procEvento: z.string(),
});

const voided = z.object({
  kind: z.literal('voided'),
  environment,
  series,
  year: z.string(),
  first: z.number(),
  last: z.number(),
  nProt: z.string(),
  dhRecbto: z.string(),
});

const lot = z.object({
  kind: z.literal('lot'),
  environment,
  nRec: z.string(),
  /** How often the sender is told to ask again before it gets the results. */
  pendingPolls: z.number(),
  protocols: z.array(z.string()),
});

const csc = z.object({
  kind: z.literal('csc'),
  environment,
  /** CNPJ, or CPF behind three zeros. */
  issuer: z.string(),
  id: z.number(),
  token: z.string(),
  revokedAt: z.string().optional(),
});

const csrt = z.object({
  kind: z.literal('csrt'),
  environment,
  /** CNPJ of the company that makes the program. */
  responsible: z.string(),
  id: z.number(),
  token: z.string(),
  revokedAt: z.string().optional(),
});

const raw = z.object({
  kind: z.literal('raw'),
  environment,
  /** CNPJ or CPF in whose queue the entry is. */
  holder: z.string(),
  /** Name of the schema that the entry claims to follow. */
  schema: z.string(),
  chNFe: z.string().nullable(),
  since: z.string(),
});

const supplier = z.object({
  kind: z.literal('supplier'),
  taxId: z.string(),
  /** The certificate that its notes are signed with, PEM. */
  certificate: z.string(),
});

const taxpayer = z.object({
  kind: z.literal('taxpayer'),
  /** CNPJ. */
  taxId: z.string(),
  /** State of the address that Receita Federal has; found in any where absent. */
  state: z.string().optional(),
  /** cSitCNPJ: 02 active, 99 deleted. */
  situation: z.string(),
  /** regTrib: 1 Simples, 2 MEI, 9 others; absent where nothing is known of it. */
  regTrib: z.union([z.literal(1), z.literal(2), z.literal(9)]).optional(),
  /** What the states' register (CCC) has; absent where nothing is known of it, empty where it has none. */
  registrations: z
    .array(z.object({ state: z.string(), situation: z.number(), type: z.number(), cnpjSituation: z.number() }))
    .optional(),
  /** Taken out of the registers again. */
  isForgotten: z.literal(true).optional(),
});

/** What the authority records; instants are ISO text with its own offset. */
export const registration = z.discriminatedUnion('kind', [
  note,
  event,
  voided,
  lot,
  csc,
  csrt,
  raw,
  supplier,
  taxpayer,
]);
export type Registration = z.infer<typeof registration>;

/** The series that the number of a note belongs to. */
export type Series = z.infer<typeof series>;
/** A note that was authorized or denied. */
export type NoteRecord = z.infer<typeof note>;
/** A fiscal event on a note. */
export type EventRecord = z.infer<typeof event>;
/** What an EPEC says of its note. */
export type EpecSummary = z.infer<typeof epecSummary>;
/** A range of numbers that will never be used. */
export type InutilizationRecord = z.infer<typeof voided>;
/** A taxpayer's security code for QR codes of version 2, as its state gave it out. */
export type CscRecord = z.infer<typeof csc>;
/** A security code that a state gave a company for the programs that it makes (CSRT). */
export type CsrtRecord = z.infer<typeof csrt>;
/** A lot that waits for questions about its receipt. */
export type LotRecord = z.infer<typeof lot>;
/** An entry that was put into a taxpayer's queue as it is; the journal keeps its bytes beside it. */
export type RawRecord = z.infer<typeof raw>;
/** What the registers of Receita Federal and of the states say of a CNPJ. */
export type TaxpayerRecord = z.infer<typeof taxpayer>;
/** A supplier whose notes were loaded, with the certificate that signs them. */
export type SupplierRecord = z.infer<typeof supplier>;

/** What the registers say of a CNPJ: its record, that they have none, or nothing at all, where the simulator takes it for an active one. */
export type Registered = TaxpayerRecord | 'ABSENT' | undefined;
