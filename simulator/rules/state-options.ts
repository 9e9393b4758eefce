/**
 * What each state decides for itself ("a critério da UF") where no list of the states is published: by decision, the states
 * that are known to have taken it. What is empty is in force nowhere until somebody says so (`PUT /state-options`).
 */
export const publishedOptions = {
  /** 938: retained ST of the purchase on sales for resale. Companies report the code from SP (2019) and RS. */
  retainedSubstitution: ['RS', 'SP'],
  /** 906: effective ICMS on sales of goods under retained ST to final consumers. */
  effectiveIcms: [],
  /** 840: group of medicines for NCM 3001 to 3006 (K01-10, NT 2021.004 v1.35: put off without a date). */
  medicines: [],
  /** 737: no card payments outside the program that sells (YA04a-20). */
  integratedCards: [],
  /** 508, exception 8: CST 02 and 10 in internal sales to who pays no ICMS. */
  substitutionToOutsiders: [],
  /** 347, exception: registration as a substitute (IEST) in internal operations. */
  substituteAtHome: [],
  /** 712: the state refuses NFC-e that were issued offline (B22-20, "Facul."). No official list of such states is published. */
  offlineConsumerNotes: [],
  /** 961, 963 and 965 of fuels: rates per unit as in the table (NT 2023.001 v1.60: put off without a date). */
  fuelRates: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type StateOption = keyof typeof publishedOptions;
export type StateOptions = Readonly<Record<StateOption, readonly string[]>>;

/** Names of all decisions. */
export const stateOptionNames: readonly StateOption[] = [
  'retainedSubstitution',
  'effectiveIcms',
  'medicines',
  'integratedCards',
  'substitutionToOutsiders',
  'substituteAtHome',
  'offlineConsumerNotes',
  'fuelRates',
];
