import { type Decimal, decimal, money, notBelowZero, percent, percentOf, zero } from '../money.ts';
import { cfopOnRoute } from './cfop.ts';
import type { TaxFields } from './fields.ts';
import type { Operation } from './operation.ts';
import type { TaxLevel } from './levels/resolve.ts';
import { selectiveTaxFields } from './selective-tax.ts';

/** Whether ISSQN is due, and if not, why (indISS, U12). */
export const issEnforceability = {
  DUE: '1',
  NOT_SUBJECT: '2',
  EXEMPT: '3',
  EXPORTED: '4',
  IMMUNE: '5',
  SUSPENDED_BY_COURT: '6',
  SUSPENDED_BY_AUTHORITY: '7',
} as const;
export type IssEnforceability = keyof typeof issEnforceability;

/** Municipal regimes of providers (cRegTrib, W22g). */
export const issRegimes = {
  MUNICIPAL_MICROENTERPRISE: '1',
  ESTIMATE: '2',
  PROFESSIONAL_PARTNERSHIP: '3',
  COOPERATIVE: '4',
  MEI: '5',
  SIMPLES: '6',
} as const;
export type IssRegime = keyof typeof issRegimes;

/** Facts of a service that the note repeats as they are given, whatever its price. */
type IssqnFacts = {
  /** Item of the list of LC 116/2003, as `14.01` (cListServ). */
  serviceCode: string;
  /** Where the taxable event occurs (cMunFG), by its IBGE code. */
  municipalityCode: string;
  /** Where ISSQN is due, if the note tells (cMun). */
  incidenceMunicipalityCode?: string;
  /** The country in which a service was rendered abroad (cPais), in place of a municipality: ISO 3166 alpha-2. */
  country?: string;
  /** The municipality's own code of the service (cServico). */
  municipalServiceCode?: string;
  /** Only while the ISSQN is suspended (nProcesso). */
  suspensionProcess?: string;
};

/** ISSQN of a line of a conjugated note (group U01), as a caller asks for it. Money with two decimals, the rate in percent. */
export type Issqn = IssqnFacts & {
  rate?: string | null;
  /** Absent or null means `DUE`. */
  enforceability?: IssEnforceability | null;
  /** What the law takes off the base (vDeducao). */
  deduction?: string | null;
  /** vOutro of the group. */
  otherWithholdings?: string | null;
  /** vDescCond. */
  conditionalDiscount?: string | null;
  /** Whether the buyer withholds the tax; if so, all of it. */
  isWithheld?: boolean | null;
  hasIncentive?: boolean | null;
};

/** The ISSQN of a line with its amounts. Amounts of zero are absent, because the layout has no zeros there. */
export type IssqnAmounts = IssqnFacts & {
  enforceability: IssEnforceability;
  base: string;
  rate: string;
  value: string;
  deduction?: string;
  otherWithholdings?: string;
  /** vDescIncond: the discount of the line, which is not part of the base. */
  unconditionalDiscount?: string;
  conditionalDiscount?: string;
  /** vISSRet. */
  withheld?: string;
  hasIncentive: boolean;
};

const nothingDue: ReadonlySet<IssEnforceability> = new Set(['NOT_SUBJECT', 'EXEMPT', 'EXPORTED', 'IMMUNE']);
const suspended: ReadonlySet<IssEnforceability> = new Set(['SUSPENDED_BY_COURT', 'SUSPENDED_BY_AUTHORITY']);

/** Whether there is ISSQN, due now or suspended. */
export function isIssCharged(enforceability: IssEnforceability): boolean {
  return !nothingDue.has(enforceability);
}

/** Whether a service rendered abroad may have this: no ISSQN is owed in Brazil (LC 116/2003 art. 2, I). */
export function isIssOfAbroad(enforceability: IssEnforceability): boolean {
  return enforceability === 'EXPORTED' || enforceability === 'NOT_SUBJECT';
}

export function isIssSuspended(enforceability: IssEnforceability): boolean {
  return suspended.has(enforceability);
}

/** The highest rate of ISSQN, in percent (LC 116/2003 art. 8, II). */
export const highestIssRate = decimal('5');

/**
 * ISSQN of a line: the price of the service less what the law deducts, times the rate (LC 116/2003 art. 7); zero where no ISSQN is charged.
 *
 * @param worth the price of the service less its discount
 */
export function issqnOf(said: Issqn, { worth, discount }: { worth: Decimal; discount: Decimal }): IssqnAmounts {
  const {
    enforceability,
    rate,
    deduction,
    otherWithholdings,
    conditionalDiscount,
    isWithheld,
    hasIncentive,
    ...facts
  } = said;
  const standing = enforceability ?? 'DUE';
  const base = notBelowZero(worth.minus(decimal(deduction)));
  const percentage = decimal(rate);
  const value = isIssCharged(standing) ? percentOf(base, percentage) : zero;
  return {
    ...facts,
    enforceability: standing,
    ...{ base: money(base), rate: percent(percentage), value: money(value) },
    ...some('deduction', decimal(deduction)),
    ...some('otherWithholdings', decimal(otherWithholdings)),
    ...some('unconditionalDiscount', discount),
    ...some('conditionalDiscount', decimal(conditionalDiscount)),
    ...(isWithheld ? some('withheld', value) : {}),
    hasIncentive: hasIncentive === true,
  };
}

function some<Name extends string>(name: Name, value: Decimal): { [Each in Name]?: string } {
  return value.isZero() ? {} : ({ [name]: money(value) } as { [Each in Name]: string });
}

/** The CFOP of services under ISSQN on the note's route (Ajuste SINIEF 07/2001: x.933). */
export function cfopOfServices(operation: Operation): string {
  return cfopOnRoute(operation.direction === 'OUT' ? '5933' : '1933', operation);
}

const withoutGoods: TaxFields = Object.fromEntries(
  ['ncm', 'cest', 'cfop', ...selectiveTaxFields].map((name) => [name, null]),
);

/** What a level gives for a line of a service. Records and company describe goods: their codes of goods and their selective tax are left out. */
export function levelOfService({ source, fields }: TaxLevel, { isService }: Operation): TaxLevel {
  if (!isService || source === 'ITEM') return { source, fields };
  return { source, fields: { ...fields, ...withoutGoods } };
}
