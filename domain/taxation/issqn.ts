import { type Decimal, decimal, money, notBelowZero, percent, percentOf, zero } from '../money.ts';
import { cfopOnRoute } from './cfop.ts';
import type { TaxFields } from './fields.ts';
import type { Operation } from './operation.ts';
import type { TaxLevel } from './levels/resolve.ts';
import { selectiveTaxFields } from './selective-tax.ts';

/** Whether ISSQN is due, and why not (indISS, U12). */
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

/** Municipal regimes of who renders services (cRegTrib, W22g). */
export const issRegimes = {
  MUNICIPAL_MICROENTERPRISE: '1',
  ESTIMATE: '2',
  PROFESSIONAL_PARTNERSHIP: '3',
  COOPERATIVE: '4',
  MEI: '5',
  SIMPLES: '6',
} as const;
export type IssRegime = keyof typeof issRegimes;

/** What of a service stands in the note as it is said, whatever it costs. */
type IssqnFacts = {
  /** Item of the list of LC 116/2003, as `14.01` (cListServ). */
  serviceCode: string;
  /** Where the taxable event occurs (cMunFG), by its IBGE code. */
  municipalityCode: string;
  /** Where ISSQN is due, if the note says it (cMun). */
  incidenceMunicipalityCode?: string;
  /** Where a service of another country was rendered, in place of that municipality (cPais): ISO 3166 alpha-2. */
  country?: string;
  /** The municipality's own code of the service (cServico). */
  municipalServiceCode?: string;
  /** Of a suspension alone (nProcesso). */
  suspensionProcess?: string;
};

/** ISSQN of a line of a conjugated note (group U01), as it is asked for. Money with two decimals, the rate in percent. */
export type Issqn = IssqnFacts & {
  rate?: string | null;
  /** `DUE` where nothing is said. */
  enforceability?: IssEnforceability | null;
  /** What the law takes off the base (vDeducao). */
  deduction?: string | null;
  /** vOutro of the group. */
  otherWithholdings?: string | null;
  /** vDescCond. */
  conditionalDiscount?: string | null;
  /** Whether who buys withholds the tax, all of it. */
  isWithheld?: boolean | null;
  hasIncentive?: boolean | null;
};

/** The same with its amounts. What is nothing is absent, because the layout has no zeros there. */
export type IssqnAmounts = IssqnFacts & {
  enforceability: IssEnforceability;
  base: string;
  rate: string;
  value: string;
  deduction?: string;
  otherWithholdings?: string;
  /** vDescIncond: the discount of the line, which is no part of the base. */
  unconditionalDiscount?: string;
  conditionalDiscount?: string;
  /** vISSRet. */
  withheld?: string;
  hasIncentive: boolean;
};

const nothingDue: ReadonlySet<IssEnforceability> = new Set(['NOT_SUBJECT', 'EXEMPT', 'EXPORTED', 'IMMUNE']);
const suspended: ReadonlySet<IssEnforceability> = new Set(['SUSPENDED_BY_COURT', 'SUSPENDED_BY_AUTHORITY']);

/** Whether there is ISSQN at all, due now or suspended. */
export function isIssCharged(enforceability: IssEnforceability): boolean {
  return !nothingDue.has(enforceability);
}

/** Whether what was rendered in another country may stand so: nobody here is owed its ISSQN (LC 116/2003 art. 2, I). */
export function isIssOfAbroad(enforceability: IssEnforceability): boolean {
  return enforceability === 'EXPORTED' || enforceability === 'NOT_SUBJECT';
}

export function isIssSuspended(enforceability: IssEnforceability): boolean {
  return suspended.has(enforceability);
}

/** Highest rate in percent (LC 116/2003 art. 8, II). */
export const highestIssRate = decimal('5');

/**
 * ISSQN of a line: the price of the service less what the law deducts, times the rate (LC 116/2003 art. 7); of what nobody owes it, zero.
 *
 * @param worth the price of the service, its discount taken off
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

/** CFOP of services under ISSQN on the route of the note (Ajuste SINIEF 07/2001: x.933). */
export function cfopOfServices(operation: Operation): string {
  return cfopOnRoute(operation.direction === 'OUT' ? '5933' : '1933', operation);
}

const withoutGoods: TaxFields = Object.fromEntries(
  ['ncm', 'cest', 'cfop', ...selectiveTaxFields].map((name) => [name, null]),
);

/** What a level says of a service: records and company describe goods, whose codes and selective tax it has not. */
export function levelOfService({ source, fields }: TaxLevel, { isService }: Operation): TaxLevel {
  if (!isService || source === 'ITEM') return { source, fields };
  return { source, fields: { ...fields, ...withoutGoods } };
}
