import type { DistributionSource } from '../distribution/words.ts';
import type { EventSchemaType, NoteSchemaType, NoteStatus } from './words.ts';

export type Source = DistributionSource;

/** What one entry of a lot says. */
export type Arrival = NoteArrival | EventArrival;

/** A note that somebody issued, in whole or as its summary. */
export type NoteArrival = {
  kind: 'note';
  model: Source;
  schemaType: NoteSchemaType;
  accessKey: string;
  issuer: { taxId: string; name: string };
  parties: Parties;
  /** Without leading zeros; of an NFS-e nNFSe. */
  number: string;
  /** Without leading zeros; of an NFS-e the series of its DPS. */
  series: string;
  /** vNF, or vServ of an NFS-e: a decimal of two places. */
  totalValue: string;
  /** vNF, or vLiq of an NFS-e: a decimal of two places. */
  payableValue: string;
  /** dhEmi; of an NFS-e that of its DPS. */
  emissionDate: Date;
  /** tpNF; null for an NFS-e. */
  operation: 'IN' | 'OUT' | null;
  /** finNFe: 1 normal, 2 complement, 3 adjustment, 4 return, 5 credit, 6 debit; null for a summary and an NFS-e. */
  purpose: string | null;
  status: NoteStatus;
  /** nProt; nDFSe of an NFS-e. */
  protocol: string | null;
  authorizedAt: Date | null;
  /** `dup` of a PROC_NFE: day AAAA-MM-DD, amount a decimal of two places. A duplicata without number or day has its place or the day of issue. */
  installments: { number: string; dueDate: string; amount: string }[];
  /** `detPag` of a PROC_NFE, one place of each list for each: indPag 0 at sight, 1 in instalments. */
  payment: { indPag: ('0' | '1' | null)[]; tPag: string[]; vPag: string[] };
};

/** Tax ids as the XML has them; a summary knows none. */
export type Parties = {
  recipient: string | null;
  carrier: string | null;
  /** autXML. */
  authorized: string[];
  /** Of an NFS-e. */
  intermediary: string | null;
};

/** An event that was registered about a note. */
export type EventArrival = {
  kind: 'event';
  model: Source;
  schemaType: EventSchemaType;
  accessKey: string;
  /** tpEvento. */
  code: string;
  sequence: number;
  /** CNPJ or CPF of whoever declared it. */
  author: string | null;
  /** xEvento, descEvento, xDesc; '' where the event has none. */
  description: string;
  occurredAt: Date;
  registeredAt: Date | null;
  /** nProt; nDFSe of an NFS-e. */
  protocol: string | null;
  /** Of the registration; null where there is none in it, as in a summary. */
  cStat: string | null;
  justification: string | null;
  /** xCorrecao of a correction letter. */
  correction: string | null;
  /** chSubstituta of 105102. */
  replacedBy: string | null;
};
