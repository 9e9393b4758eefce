import { type DocumentType, type Model, traitsOf } from '../document-types.ts';
import { regimeOf, type ServiceRegime } from '../service-taxation/regime.ts';
import type { TaxFields } from '../taxation/fields.ts';
import type { ServiceFields } from '../taxation/levels/service-fields.ts';
import type { TaxRegime } from '../taxation/operation.ts';
import type { PriceContentByDay } from '../taxation/price.ts';
import type { SimplesSettings } from '../taxation/simples.ts';
import type { BuyerMailSettings } from './buyer-mail.ts';
import type { ReceitaRegime } from './receita-regime.ts';
import type { SealedCsrt } from './security-codes.ts';

export const environments = ['PRODUCTION', 'HOMOLOGATION'] as const;
/** Where a company's documents are issued: tpAmb 1 and 2. */
export type Environment = (typeof environments)[number];

export const qrCodeVersions = ['2', '3'] as const;
/** The version of an NFC-e's QR code: 2 is made with the company's CSC, 3 without it (NT 2025.001). */
export type QrCodeVersion = (typeof qrCodeVersions)[number];

/**
 * The version of the QR code of a company's NFC-e: the one in its settings, else 2 if it has a CSC. An issuer with a CPF has version 3 alone (444).
 */
export function qrCodeVersionOf(
  { taxId, settings }: { taxId: string; settings: Pick<CompanySettings, 'nfce'> },
  hasCsc: boolean,
): QrCodeVersion {
  if (taxId.length === 11) return '3';
  return settings.nfce?.qrCodeVersion ?? (hasCsc ? '2' : '3');
}

/** A Brazilian postal address; `municipalityCode` is IBGE's seven digits, `zipCode` eight digits, `state` two letters. */
export type Address = {
  street: string;
  number: string;
  complement?: string | null;
  neighborhood: string;
  municipalityCode: string;
  city: string;
  state: string;
  zipCode: string;
};

/** The party responsible for the issuing software, where a state asks for one (infRespTec). */
export type TechnicalResponsible = {
  cnpj: string;
  contact: string;
  email: string;
  phone: string;
  /** The security code for each environment; absent in settings saved before there were any. */
  csrt?: { [Each in Environment]?: SealedCsrt | null | undefined } | undefined;
};

/** What a company sets for its NFS-e. */
export type NfseSettings = {
  /** 1 to 49999 (E0010); the next number lives in `number_series`. */
  series: number;
  /** opSimpNac: 1 outside Simples, 2 MEI, 3 small company in Simples; null follows `taxRegime`. */
  simplesOption: '1' | '2' | '3' | null;
  /** regApTribSN: 1 all taxes by Simples, 2 federal by Simples and ISSQN outside, 3 all outside; null follows `taxRegime` (`regimeOf`). */
  simplesAssessment: '1' | '2' | '3' | null;
  /** regEspTrib: 0 to 6, or 9. */
  specialRegime: string;
  /** The template of services that name none. */
  defaultTemplateId: string | null;
  /** What the operator says of the municipality, and the day for which it is true; null leaves it to the authority. */
  municipality: { isOnNationalSystem: boolean; asOf: string } | null;
};

export const awarenesses = ['MANUAL', 'AUTOMATIC'] as const;
/** Whether the company declares its awareness of a received NF-e (210210) only when somebody says so, or as soon as its summary arrives. */
export type Awareness = (typeof awarenesses)[number];

export const contingencySwitches = ['AUTOMATIC', 'MANUAL', 'OFF'] as const;
/** Whether a company issues in contingency as soon as the judge of the service says so, only when a person says so, or never. */
export type ContingencySwitch = (typeof contingencySwitches)[number];

/** What a company does while an authority does not answer. */
export type ContingencySettings = {
  nfce: ContingencySwitch;
  nfe: ContingencySwitch;
  /** How many seconds one note waits for its authority before it is issued in contingency. */
  afterSeconds: { nfce: number; nfe: number };
  /** Whether a number that the authority never had is given up without asking, or first proposed to a person. */
  giveUp: 'AUTOMATIC' | 'PROPOSED';
};

/** Off at first, because a contingency is used where a state allows it. */
export const contingencyDefaults: ContingencySettings = {
  nfce: 'OFF',
  nfe: 'OFF',
  afterSeconds: { nfce: 30, nfe: 300 },
  giveUp: 'AUTOMATIC',
};

export const doubtHandlings = ['WARN', 'REFUSE'] as const;
/** Whether a possible mistake in a document is reported beside it, or keeps the document from being issued. */
export type DoubtHandling = (typeof doubtHandlings)[number];

export const rollsMm = ['58', '80'] as const;
/** The width in millimetres of the paper that a company prints its coupons on. */
export type RollMm = (typeof rollsMm)[number];

/** Fiscal settings of a company (`CompanyCreation` of the admin contract); without them nothing is emitted. Rates in percent, as decimal strings. */
export type CompanySettings = {
  stateRegistration: string | null;
  /** Registrations as a substitute taxpayer in other states, by state (IEST); absent in settings saved before they existed. */
  substituteStateRegistrations?: Record<string, string>;
  municipalRegistration?: string | null;
  /** ISUFEmit, 8 or 9 digits; absent in settings saved before the field existed. */
  suframaRegistration?: string | null;
  cnae?: string | null;
  taxRegime: TaxRegime;
  /** What the register of Receita Federal has, according to the operator; absent in settings saved before the field existed. */
  receitaRegime?: ReceitaRegime | null;
  address: Address;
  phone?: string | null;
  email?: string | null;
  /** Who gets the mail of an office that asks for a link, in place of `email`; absent in settings saved before offices existed. */
  adminEmails?: string[];
  /** The series in use of each model; its next number is in `number_series`. */
  series: { [Each in Model]?: number } & { '55': number };
  /** The last level of the resolution of taxes of goods. */
  taxDefaults: TaxFields;
  pisCofinsExcludesIcms: boolean;
  /** What unit values contain, by first day; absent in settings saved before the field existed. */
  priceIncludes?: PriceContentByDay;
  /**
   * How the company pays IBS and CBS where its regime leaves a choice, by first day. This and the two rates are absent in settings saved before they
   * existed.
   */
  ibsCbsRegime?: SimplesSettings['ibsCbsRegime'];
  /** Effective rates of IBS and CBS in Simples, by first day. */
  simplesIbsRate?: SimplesSettings['simplesIbsRate'];
  simplesCbsRate?: SimplesSettings['simplesCbsRate'];
  /** Version of the QR code of NFC-e; null lets `qrCodeVersionOf` decide. Absent in settings saved before NFC-e existed. */
  nfce?: { qrCodeVersion: QrCodeVersion | null };
  /** Settings of NFS-e; null while the company issues none, absent in settings saved before NFS-e existed. */
  nfse?: NfseSettings | null;
  /** The last level of the resolution of taxes of services; absent in settings saved before NFS-e existed. */
  serviceDefaults?: ServiceFields;
  /** How the company's documents are printed. `rollMm` is absent in settings saved before the field existed, and then 80. */
  danfe: { orientation: 'PORTRAIT' | 'LANDSCAPE'; logo?: string | null; rollMm?: RollMm };
  technicalResponsible?: TechnicalResponsible | null;
  /** CNPJ or CPF of those who may download the XML (autXML), at most 10. */
  autXml: string[];
  /** What Lavra does with received documents by itself; absent in settings saved before they existed. */
  received?: { awareness: Awareness };
  /** Absent in settings saved before there was contingency. */
  contingency?: ContingencySettings;
  /** How many documents may be authorized in production in one month of Brasília time; null or absent without a limit. */
  monthlyQuota?: number | null;
  /** Whether a sale (`externalId`) may have only one live document; absent in settings saved before the field existed, which means no. */
  uniqueExternalId?: boolean;
  /** How possible mistakes are handled; absent in settings saved before the field existed, which means WARN. */
  doubts?: DoubtHandling;
  /** How the company's documents are mailed to their buyers; absent in settings saved before that existed, which means not at all. */
  buyerMail?: BuyerMailSettings;
};

/** The series that the company uses for documents of the type; null where it has none. */
export function seriesOf(
  { series, nfse }: Pick<CompanySettings, 'series' | 'nfse'>,
  type: DocumentType,
): number | null {
  switch (type) {
    case 'NFE':
    case 'NFCE':
      return series[traitsOf[type].model] ?? null;
    case 'NFSE':
      return nfse?.series ?? null;
  }
}

/** What a note needs to know of its issuer. */
export type Issuer = {
  taxId: string;
  name: string;
  tradeName: string | null;
  environment: Environment;
  settings: CompanySettings;
};

/** The regime of a company's services: what its NFS-e settings say, else what follows from its tax regime. */
export function serviceRegimeOf({
  taxRegime,
  nfse,
}: {
  taxRegime: TaxRegime;
  nfse?: NfseSettings | null;
}): ServiceRegime {
  const { simplesOption = null, simplesAssessment = null, specialRegime = '0' } = nfse ?? {};
  return regimeOf({ taxRegime, simplesOption, simplesAssessment, specialRegime });
}
