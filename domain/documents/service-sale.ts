import type { NormalClient } from '../clients/normalize.ts';

/** Where the service is rendered: a municipality by the seven digits of IBGE, or a country by its two letters (ISO 3166). */
export type ServicePlace = { municipalityCode: string; country?: null } | { municipalityCode?: null; country: string };

/** Where works or an event take place: `zipCode` is the CEP in Brazil; abroad it is the postal code, with city and region. */
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
  /** Whether the note is passed on to the foreign trade authority (mdic). */
  sharedWithMdic?: boolean | null;
};

/** Building works (group obra): exactly one of code, cib and address is given. */
export type Works = {
  propertyRegistration?: string | null;
  /** CNO or CEI (cObra). */
  code?: string | null;
  cib?: string | null;
  address?: SiteAddress | null;
};

/** A show, fair or match (group atvEvento): exactly one of code and address is given; days as `2026-11-21`. */
export type ServedEvent = {
  name: string;
  startDate: string;
  endDate: string;
  code?: string | null;
  address?: SiteAddress | null;
};

/** One document that proves a deduction; exactly one of the first five fields identifies it. */
export type DeductionDocument = {
  /** Access key of an NFS-e of the national standard, 50 characters. */
  nfseKey?: string | null;
  /** Access key of an NF-e, 44 characters. */
  nfeKey?: string | null;
  municipalNfse?: { municipalityCode: string; number: string; verificationCode: string } | null;
  fiscalNumber?: string | null;
  otherNumber?: string | null;
  /** tpDedRed: 1 to 9, or 99. */
  type: string;
  /** Only with type 99. */
  description?: string | null;
  /** Day as `2026-11-21`. */
  issueDate: string;
  /** What may be deducted, and what is deducted; reais, two decimals each. */
  deductibleValue: string;
  value: string;
  /** The document's issuer (fornec), where no key identifies it. */
  supplier?: NormalClient | null;
};

/** Deductions from the base of ISSQN (group vDedRed): exactly one field is given. */
export type Deductions = {
  /** Percent of the service less its unconditional discount, two decimals. */
  rate?: string | null;
  /** Reais, two decimals. */
  value?: string | null;
  documents?: DeductionDocument[] | null;
};

/** The taker's purchase order (xPed, gItemPed). */
export type ServiceOrder = { number: string; items?: string[] | null };

/** The fields that a caller can give for a service beside its items. */
export type ServiceDetails = {
  /** Where absent, the company's own municipality. */
  place?: ServicePlace | null;
  /** Day on which the service began (dCompet), as `2026-11-21`; where absent, the day of issue. */
  competence?: string | null;
  foreignTrade?: ForeignTrade | null;
  works?: Works | null;
  event?: ServedEvent | null;
  deductions?: Deductions | null;
  intermediary?: NormalClient | null;
  /** Reais, two decimals. */
  conditionalDiscount?: string | null;
  order?: ServiceOrder | null;
  ibsCbs?: DeclaredServiceIbsCbs | null;
  /** In place of the rates that its levels give. */
  approximateTaxes?: ApproximateTotal | null;
};

const replacementReasons = ['01', '02', '03', '04', '05', '99'] as const;

/** The NFS-e that a new one replaces (group subst). */
export type ReplacedNfse = {
  /** Id of the document; null where Lavra did not issue it. */
  documentId: string | null;
  /** Access key, 50 characters. */
  accessKey: string;
  reason: (typeof replacementReasons)[number];
  /** 15 to 255 characters. */
  description?: string | null;
};

/** Which half of a public purchase an NFS-e is, by its tpOper (TSRTCTpOper, XSD 1.01-20260727); the first four are those of an NF-e. */
export const serviceOperations = {
  SUPPLY_TO_BE_PAID: '1',
  PAYMENT_OF_SUPPLY: '2',
  SUPPLY_ALREADY_PAID: '3',
  PAYMENT_BEFORE_SUPPLY: '4',
  PAID_AT_SUPPLY: '5',
} as const;
export type ServiceOperation = keyof typeof serviceOperations;

/** The level of government that buys a service, by its tpEnteGov (TSRTCTpEnteGov). */
export const serviceGovernmentEntities = { UNION: '1', STATE: '2', FEDERAL_DISTRICT: '3', MUNICIPALITY: '4' } as const;

/** One document of a third party whose value the note passes on (gReeRepRes/documentos); exactly one of the first six fields identifies it. */
export type Reimbursement = {
  /** Access keys: of an NFS-e of the national standard (50 characters), of an NF-e and a CT-e (44). */
  nfseKey?: string | null;
  nfeKey?: string | null;
  cteKey?: string | null;
  /** A document of another kind in the national repository. */
  otherKey?: { key: string; description: string } | null;
  /** A fiscal document that is not in the national repository; of a period before 2026. */
  fiscalDocument?: { municipalityCode: string; number: string; description: string } | null;
  /** A document that is not fiscal. */
  otherDocument?: { number: string; description: string } | null;
  /** The document's issuer (fornec). */
  supplier?: NormalClient | null;
  /** Days as `2026-11-21`; the competence is not after the day of issue. */
  issueDate: string;
  competence: string;
  /** tpReeRepRes: 01 to 04, or 99. */
  type: string;
  /** Only with type 99. */
  description?: string | null;
  /** The part of its value that no base of this note contains; reais, two decimals. */
  value: string;
};

/** The property that an operation is about (imovel): exactly one of cib and address is given. */
export type ServiceProperty = Pick<Works, 'propertyRegistration' | 'cib' | 'address'>;

/** IBS and CBS of a service beside its classes and rates (group IBSCBS of the DPS). */
export type DeclaredServiceIbsCbs = {
  /** Whether the service is for personal use or consumption (indFinal, LC 214/2025 art. 57). */
  personalUse?: boolean | null;
  operation?: ServiceOperation | null;
  /** Access keys of the NFS-e of the other half of the purchase (gRefNFSe). */
  previousDocuments?: string[] | null;
  governmentEntity?: keyof typeof serviceGovernmentEntities | null;
  /** Who receives the service, where that is not the taker (dest). */
  recipient?: NormalClient | null;
  property?: ServiceProperty | null;
  reimbursements?: Reimbursement[] | null;
  /** cCredPres, two digits. */
  presumedCreditCode?: string | null;
};

/** Taxes that a service bears by estimate, in reais, two decimals each (vTotTrib, Lei 12.741/2012). */
export type ApproximateTotal = { federalValue: string; stateValue: string; municipalValue: string };
