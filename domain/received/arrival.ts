import { type AccessKeyParts, parseAccessKey } from '../access-key.ts';
import { parseNfseKey } from '../nfse-key.ts';
import type { DistributionSource, EventSchemaType, NoteSchemaType, NoteStatus, Role } from './kinds.ts';

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

/**
 * What a company is to a note that was distributed to it. A summary says nothing of it: only recipients get one (NT 2014.002 v1.40). An
 * intermediary of a service is OTHER: it neither owes for it nor answers for it here.
 */
export function roleOf({ schemaType, parties }: Pick<NoteArrival, 'schemaType' | 'parties'>, taxId: string): Role {
  if (schemaType === 'RES_NFE' || parties.recipient === taxId) return 'RECIPIENT';
  if (parties.carrier === taxId) return 'TRANSPORTER';
  return parties.authorized.includes(taxId) ? 'AUTHORIZED' : 'OTHER';
}

/**
 * Whether an access key is of an issuer with a CPF: by its series (MOC 7.0 and NT 2018.001, B07), 970 to 979 of those whose notes a provider signs
 * (procEmi 4), and of a note of the tax offices' own application (tpEmis 3, Nota Fiscal Fácil) by the fifth digit of its number (NT 2021.002, BA02-30).
 */
function isOfPerson({ series, number, emissionType }: AccessKeyParts): boolean {
  if (emissionType === '3') return String(number).padStart(9, '0').charAt(4) === '2';
  return series >= 910 && series <= 979;
}

/**
 * CNPJ or CPF of the issuer of a note, from its access key.
 *
 * @throws TypeError where the text is not an access key
 */
export function issuerOfKey(model: DistributionSource, accessKey: string): string {
  if (model === 'NFSE') return parseNfseKey(accessKey).taxId;
  const parts = parseAccessKey(accessKey);
  return isOfPerson(parts) ? parts.taxId.slice(3) : parts.taxId;
}

/**
 * tpEvento that ends a note. NF-e: cancellation, and by substitution (MOC 7.0 annex I; NT 2018.004). NFS-e: the issuer's cancellation, by
 * substitution, granted by fiscal analysis, and ex officio (layout 1.01 of 2026-07-27; the matrix of events of Anexo II v1.00.02).
 */
const cancellations: Record<EventArrival['model'], ReadonlySet<string>> = {
  NFE: new Set(['110111', '110112']),
  NFSE: new Set(['101101', '105102', '105104', '305101']),
};

/** tpEvento of every event that cancels a note; no two models share one. */
export const cancellationCodes: readonly string[] = Object.values(cancellations).flatMap((codes) => [...codes]);

/** The codes of the events that cancel a note of a model. */
export function cancellationCodesOf(model: EventArrival['model']): readonly string[] {
  return [...cancellations[model]];
}

/** Whether a registered event cancels its note. */
export function cancels({ model, code }: Pick<EventArrival, 'model' | 'code'>): boolean {
  return cancellations[model].has(code);
}
