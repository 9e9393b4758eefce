import type { NormalClient } from '../clients/normalize.ts';
import type { Works } from './service-sale.ts';

/** Which half of a purchase an NFS-e is, and its tpOper (TSRTCTpOper, XSD 1.01-20260727); the first four are those of an NF-e. */
export const serviceOperations = {
  SUPPLY_TO_BE_PAID: '1',
  PAYMENT_OF_SUPPLY: '2',
  SUPPLY_ALREADY_PAID: '3',
  PAYMENT_BEFORE_SUPPLY: '4',
  PAID_AT_SUPPLY: '5',
} as const;
export type ServiceOperation = keyof typeof serviceOperations;

/** Whose body buys a service, and its tpEnteGov (TSRTCTpEnteGov). */
export const serviceGovernmentEntities = { UNION: '1', STATE: '2', FEDERAL_DISTRICT: '3', MUNICIPALITY: '4' } as const;

/** One document of a third party whose value the note passes on (gReeRepRes/documentos); exactly one of the first six fields names it. */
export type Reimbursement = {
  /** NFS-e of the national standard (50 characters), NF-e and CT-e (44). */
  nfseKey?: string | null;
  nfeKey?: string | null;
  cteKey?: string | null;
  /** Another document of the national repository. */
  otherKey?: { key: string; description: string } | null;
  /** A fiscal document that the national repository does not have; of a period before 2026. */
  fiscalDocument?: { municipalityCode: string; number: string; description: string } | null;
  /** What is no fiscal document. */
  otherDocument?: { number: string; description: string } | null;
  /** Who issued it (fornec). */
  supplier?: NormalClient | null;
  /** Days as `2026-11-21`; the period is not after the day of issue. */
  issueDate: string;
  competence: string;
  /** tpReeRepRes: 01 to 04, or 99. */
  type: string;
  /** Of type 99. */
  description?: string | null;
  /** What of it is in no base of this note; two decimals. */
  value: string;
};

/** The property that an operation is about (imovel): exactly one of cib and address. */
export type ServiceProperty = Pick<Works, 'propertyRegistration' | 'cib' | 'address'>;

/** What a service says of its IBS and CBS beside its classes and rates (group IBSCBS of the DPS). */
export type DeclaredIbsCbs = {
  /** Whether it is for somebody's own use (indFinal, LC 214/2025 art. 57). */
  personalUse?: boolean | null;
  operation?: ServiceOperation | null;
  /** NFS-e of the other half of the purchase (gRefNFSe). */
  previousDocuments?: string[] | null;
  governmentEntity?: keyof typeof serviceGovernmentEntities | null;
  /** Who gets the service, where that is not the taker (dest). */
  recipient?: NormalClient | null;
  property?: ServiceProperty | null;
  reimbursements?: Reimbursement[] | null;
  /** cCredPres, two digits. */
  presumedCreditCode?: string | null;
};

/** What a service costs in taxes by estimate, in reais, two decimals each (vTotTrib, Lei 12.741/2012). */
export type ApproximateTotal = { federalValue: string; stateValue: string; municipalValue: string };
