import { type AccessKeyParts, parseAccessKey } from '../access-key.ts';
import { parseNfseKey } from '../nfse-key.ts';
import type { DistributionSource, EventSchemaType, NoteSchemaType, NoteStatus, Role } from './kinds.ts';

export type Source = DistributionSource;

/** What one entry of a lot brings. */
export type Arrival = NoteArrival | EventArrival;

/** A note, complete or as its summary. The ADN sends issuers their own notes, too. */
export type NoteArrival = {
  kind: 'note';
  model: Source;
  schemaType: NoteSchemaType;
  accessKey: string;
  issuer: { taxId: string; name: string };
  parties: Parties;
  /** Without leading zeros; nNFSe for an NFS-e. */
  number: string;
  /** Without leading zeros; the series of the DPS for an NFS-e. */
  series: string;
  /** vNF, or vServ for an NFS-e: a decimal with two places. */
  totalValue: string;
  /** vNF, or vLiq for an NFS-e: a decimal with two places. */
  payableValue: string;
  /** dhEmi; that of the DPS for an NFS-e. */
  emissionDate: Date;
  /** tpNF; null for an NFS-e. */
  operation: 'IN' | 'OUT' | null;
  /** finNFe: 1 normal, 2 complement, 3 adjustment, 4 return, 5 credit, 6 debit; null for a summary and an NFS-e. */
  purpose: string | null;
  status: NoteStatus;
  /** nProt; nDFSe of an NFS-e. */
  protocol: string | null;
  authorizedAt: Date | null;
  /**
   * `dup` of a PROC_NFE: due date AAAA-MM-DD, amount as a decimal with two places. A duplicata without a number gets its place in the list, one
   * without a day the day of issue.
   */
  installments: { number: string; dueDate: string; amount: string }[];
  /** `detPag` of a PROC_NFE: the three lists run in parallel. indPag 0 is at sight, 1 in installments. */
  payment: { indPag: ('0' | '1' | null)[]; tPag: string[]; vPag: string[] };
};

/** Tax ids of the parties, as in the XML; a summary has none. */
export type Parties = {
  recipient: string | null;
  carrier: string | null;
  /** autXML: who may download the XML. */
  authorized: string[];
  /** Only of an NFS-e. */
  intermediary: string | null;
};

/** An event that is registered about a note. */
export type EventArrival = {
  kind: 'event';
  model: Source;
  schemaType: EventSchemaType;
  accessKey: string;
  /** tpEvento. */
  code: string;
  sequence: number;
  /** CNPJ or CPF of whoever declared the event. */
  author: string | null;
  /** xEvento, descEvento or xDesc; '' where the event has none. */
  description: string;
  occurredAt: Date;
  registeredAt: Date | null;
  /** nProt; nDFSe of an NFS-e. */
  protocol: string | null;
  /** cStat of the registration; null where the file has none, like a summary. */
  cStat: string | null;
  justification: string | null;
  /** xCorrecao, of a correction letter. */
  correction: string | null;
  /** chSubstituta, of event 105102. */
  replacedBy: string | null;
};

/**
 * A company's role in a note that was distributed to it. A summary goes to recipients only, and does not name them (NT 2014.002 v1.40). The
 * intermediary of a service is OTHER: it neither owes for the service nor answers for it here.
 */
export function roleOf({ schemaType, parties }: Pick<NoteArrival, 'schemaType' | 'parties'>, taxId: string): Role {
  if (schemaType === 'RES_NFE' || parties.recipient === taxId) return 'RECIPIENT';
  if (parties.carrier === taxId) return 'TRANSPORTER';
  return parties.authorized.includes(taxId) ? 'AUTHORIZED' : 'OTHER';
}

/**
 * Whether an access key belongs to an issuer with a CPF. Its series tells (MOC 7.0 and NT 2018.001, B07): 910 to 979, of which 970 to 979 are those
 * of notes signed by a provider (procEmi 4). In notes from the tax offices' own application (tpEmis 3, Nota Fiscal Fácil) the fifth digit of the
 * number tells (NT 2021.002, BA02-30).
 */
function isOfPerson({ series, number, emissionType }: AccessKeyParts): boolean {
  if (emissionType === '3') return String(number).padStart(9, '0').charAt(4) === '2';
  return series >= 910 && series <= 979;
}

/**
 * CNPJ or CPF of a note's issuer, from its access key.
 *
 * @throws TypeError where the text is not an access key
 */
export function issuerOfKey(model: DistributionSource, accessKey: string): string {
  if (model === 'NFSE') return parseNfseKey(accessKey).taxId;
  const parts = parseAccessKey(accessKey);
  return isOfPerson(parts) ? parts.taxId.slice(3) : parts.taxId;
}

/**
 * tpEvento of events that cancel a note. NF-e: cancellation, and cancellation by substitution (MOC 7.0 annex I; NT 2018.004). NFS-e: cancellation by
 * the issuer, by substitution, granted by fiscal analysis, and ex officio (layout 1.01 of 2026-07-27; the matrix of events of Anexo II v1.00.02).
 */
const cancellations: Record<EventArrival['model'], ReadonlySet<string>> = {
  NFE: new Set(['110111', '110112']),
  NFSE: new Set(['101101', '105102', '105104', '305101']),
};

/** tpEvento of every event that cancels a note, of whatever model; no code belongs to two models. */
export const cancellationCodes: readonly string[] = Object.values(cancellations).flatMap((codes) => [...codes]);

/** The codes of the events that cancel a note of a model. */
export function cancellationCodesOf(model: EventArrival['model']): readonly string[] {
  return [...cancellations[model]];
}

/** Whether a registered event cancels its note. */
export function cancels({ model, code }: Pick<EventArrival, 'model' | 'code'>): boolean {
  return cancellations[model].has(code);
}
