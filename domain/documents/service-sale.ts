import type { NormalClient } from '../clients/normalize.ts';

/** Where the service was rendered: a municipality by IBGE's seven digits, or a country by its two letters (ISO 3166). */
export type ServicePlace = { municipalityCode: string; country?: null } | { municipalityCode?: null; country: string };

/** Where works or an event took place: `zipCode` in Brazil, postal code, city and region abroad. */
export type SiteAddress = {
  zipCode: string;
  /** Abroad only. */
  city?: string | null;
  region?: string | null;
  street: string;
  number: string;
  complement?: string | null;
  neighborhood: string;
};

/** Service bought or sold across the border (group comExt); codes as the layout writes them. */
export type ForeignTrade = {
  /** mdPrestacao: 1 to 4. */
  mode: string;
  /** vincPrest: 0 to 6, or 9. */
  relationship: string;
  /** tpMoeda: three digits of the Central Bank's table, as `220` for the dollar. */
  currency: string;
  /** vServMoeda, two decimals. */
  amount: string;
  /** mecAFComexP and mecAFComexT: two digits each. */
  providerSupport: string;
  takerSupport: string;
  /** movTempBens: 1 to 3. */
  temporaryGoods: string;
  /** nDI and nRE. */
  importDeclaration?: string | null;
  exportRegistration?: string | null;
  /** Whether the foreign trade authority gets the note (mdic). */
  sharedWithMdic?: boolean | null;
};

/** Building works (group obra): exactly one of code, cib and address. */
export type Works = {
  propertyRegistration?: string | null;
  /** CNO or CEI (cObra). */
  code?: string | null;
  cib?: string | null;
  address?: SiteAddress | null;
};

/** A show, fair or match (group atvEvento): exactly one of code and address; days as `2026-11-21`. */
export type ServedEvent = {
  name: string;
  startDate: string;
  endDate: string;
  code?: string | null;
  address?: SiteAddress | null;
};

/** One document that proves a deduction; exactly one of the first five fields names it. */
export type DeductionDocument = {
  /** NFS-e of the national standard, 50 characters. */
  nfseKey?: string | null;
  /** NF-e, 44 characters. */
  nfeKey?: string | null;
  municipalNfse?: { municipalityCode: string; number: string; verificationCode: string } | null;
  fiscalNumber?: string | null;
  otherNumber?: string | null;
  /** tpDedRed: 1 to 9, or 99. */
  type: string;
  /** Of type 99. */
  description?: string | null;
  /** As `2026-11-21`. */
  issueDate: string;
  /** What could be deducted, and what is; two decimals each. */
  deductibleValue: string;
  value: string;
  /** Who issued it (fornec); where no key says so. */
  supplier?: NormalClient | null;
};

/** What lessens the base of ISSQN (group vDedRed): exactly one form. */
export type Deductions = {
  /** Percent of the service, two decimals. */
  rate?: string | null;
  /** Two decimals. */
  value?: string | null;
  documents?: DeductionDocument[] | null;
};

/** The purchase order of the taker (xPed, gItemPed). */
export type ServiceOrder = { number: string; items?: string[] | null };

/** What is asked for of a service beside its items. */
export type ServiceDetails = {
  /** The company's own municipality where absent. */
  place?: ServicePlace | null;
  /** Day on which the service began (dCompet), as `2026-11-21`; the day of issue where absent. */
  competence?: string | null;
  foreignTrade?: ForeignTrade | null;
  works?: Works | null;
  event?: ServedEvent | null;
  deductions?: Deductions | null;
  intermediary?: NormalClient | null;
  /** Two decimals. */
  conditionalDiscount?: string | null;
  order?: ServiceOrder | null;
  ibsCbs?: DeclaredServiceIbsCbs | null;
  /** In place of the rates that its levels say. */
  approximateTaxes?: ApproximateTotal | null;
};

const replacementReasons = ['01', '02', '03', '04', '05', '99'] as const;

/** The NFS-e that a new one replaces (group subst). */
export type ReplacedNfse = {
  /** Id of the document; null where it was not issued here. */
  documentId: string | null;
  /** 50 characters. */
  accessKey: string;
  reason: (typeof replacementReasons)[number];
  /** 15 to 255 characters. */
  description?: string | null;
};

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
export type DeclaredServiceIbsCbs = {
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
