import { z } from 'zod';

const environment = z.union([z.literal(1), z.literal(2)]);

const series = z.object({
  cUF: z.string(),
  /** CNPJ, or CPF behind three zeros, as in the access key. */
  issuer: z.string(),
  model: z.string(),
  series: z.number(),
});

/** Taxes and quantity of an item; absent if the note does not have them. */
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
  /** Totals of the poverty fund and of the destination's share; absent if they are not known. */
  vFCP: z.string().optional(),
  vICMSUFDest: z.string().optional(),
  vFCPUFDest: z.string().optional(),
  /** CNPJ, CPF or foreign identification of the recipient; absent when the note names none. */
  recipient: z.string().optional(),
  /** CNPJ or CPF of the carrier; `authorized` are the third persons that may have the note (`autXML`). */
  carrier: z.string().optional(),
  authorized: z.array(z.string()).optional(),
  /** Set for a supplier that the simulator signs for: the document is kept unsigned, and signed when it is handed out. */
  supplier: z.string().optional(),
  /** The items of an NFC-e, in the fields that a substitute must repeat. */
  items: z.object({ count: z.number(), sha256: z.string() }).optional(),
  /** What events of the reform, and those beside it, are compared with: items by nItem, and who pays the freight; absent for an NFC-e. */
  reform: z.object({ items: z.record(z.string(), reformItem), modFrete: z.string().optional() }).optional(),
  /** Set if the issuer wrote no state registration. */
  isUnregistered: z.literal(true).optional(),
  protNFe: z.string(),
});

/** The fields of an EPEC about its note, as written; the note must have the same. */
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
  /** Set for an EPEC (110140) only. */
  epec: epecSummary.optional(),
  /**
   * Set for an event at SVRS, which its author can take back, and for one that either side may send: who the author is; `organ` is the
   * state that it names.
   */
  author: z.string().optional(),
  organ: z.string().optional(),
  /** Set for a carrier access (110150): the carrier's CNPJ or CPF, and whether that carrier may give others access. */
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
  /** How often the sender is still answered to ask again before it gets the results. */
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
  /** State of the address in the list of Receita Federal; without it the CNPJ is found in any state. */
  state: z.string().optional(),
  /** cSitCNPJ: 02 active, 99 deleted. */
  situation: z.string(),
  /** regTrib: 1 Simples, 2 MEI, 9 others; absent if unknown. */
  regTrib: z.union([z.literal(1), z.literal(2), z.literal(9)]).optional(),
  /** Registrations in the states' register (CCC); absent if unknown, empty if there are none. */
  registrations: z
    .array(z.object({ state: z.string(), situation: z.number(), type: z.number(), cnpjSituation: z.number() }))
    .optional(),
  /** Set if the CNPJ was taken out of the registers again. */
  isForgotten: z.literal(true).optional(),
});

/** A line of the authority's journal; instants are ISO text with the authority's offset. */
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

/** What the registers say of a CNPJ: its record; ABSENT if they do not have it; undefined if the simulator takes it for an active company. */
export type Registered = TaxpayerRecord | 'ABSENT' | undefined;
