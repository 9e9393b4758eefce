import type { NormalClient } from '../clients/normalize.ts';
import type { ApproximateTotal, DeclaredIbsCbs } from './declared-ibs-cbs.ts';

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
  ibsCbs?: DeclaredIbsCbs | null;
  /** In place of the rates that its levels say. */
  approximateTaxes?: ApproximateTotal | null;
};

export const replacementReasons = ['01', '02', '03', '04', '05', '99'] as const;

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
