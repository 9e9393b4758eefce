import { type Decimal, money, percent, percentOf } from '../../money.ts';
import type { OwnAmounts, PresumedCredit } from '../amounts.ts';
import type { StateBenefits } from '../benefit-tables.ts';
import { numberOf, type TaxFieldName, type TaxFields, type TaxSource, type TaxTrace, tracedText } from '../fields.ts';
import { shippedLawTables } from '../law-tables.ts';
import type { Operation } from '../operation.ts';

/** Stands in place of a code where the state requires one and the operation has no benefit. */
export const noBenefitCode = 'SEM CBENEF';

/** Situations of goods that are exempt, suspended, deferred or reduced, for which states list benefits (NT 2019.001). */
export const benefitSituations: ReadonlySet<string> = new Set(['20', '30', '40', '41', '50', '51', '53', '70', '90']);

/** Fields whose values are codes published by a state; they are written in capitals. */
export const benefitFieldNames = [
  'benefitCode',
  'icmsRedBcBenefitCode',
  'presumedCreditCode',
] as const satisfies TaxFieldName[];

const form = /^[A-Z]{2}[0-9A-Z]{6}([0-9A-Z]{2})?$/;

export function isBenefitCode(code: string): boolean {
  return form.test(code);
}

/** The fields, with the states' codes in capitals. */
export function withCapitals(fields: TaxFields): TaxFields {
  return benefitFieldNames.reduce<TaxFields>((sofar, name) => {
    const code = sofar[name];
    return code ? { ...sofar, [name]: code.trim().toUpperCase() } : sofar;
  }, fields);
}

/** What is known of the benefits of the issuer's state. */
export function benefitsOf({
  issuerState,
  rates = shippedLawTables,
}: Pick<Operation, 'issuerState' | 'rates'>): StateBenefits | undefined {
  return rates.benefits.get(issuerState);
}

type Codes = NonNullable<StateBenefits['codes']>;

/** The CSTs that a benefit code goes with on a day; null if the list has no such code on that day. */
export function situationsOf(codes: Codes, code: string, date: string): ReadonlySet<string> | null {
  const found = codes.get(code);
  const isInForce = found && (found.from ?? date) <= date && date <= (found.until ?? date);
  return isInForce ? found.csts : null;
}

/** The benefit codes that go with a CST on a day, `SEM CBENEF` last. */
export function codesFor(codes: Codes, cst: string, date: string): string[] {
  const found = [...codes.keys()].filter((code) => situationsOf(codes, code, date)?.has(cst));
  return [...found.filter((code) => code !== noBenefitCode), ...found.filter((code) => code === noBenefitCode)];
}

/** Levels that do not know what is sold to whom: their benefit code is meant only for sales that have a benefit. */
const blindToSale: ReadonlySet<TaxSource> = new Set(['PRODUCT', 'TEMPLATE', 'COMPANY']);

/** Leaves out a benefit code of such a level where the line's situation has no benefit (rule N12-86). */
export function withoutIdleBenefit(trace: TaxTrace, operation: Operation): TaxTrace {
  const { benefitCode, ...others } = trace;
  return benefitCode && blindToSale.has(benefitCode.source) && !mayHave(benefitCode.value, trace, operation)
    ? others
    : trace;
}

function mayHave(code: string, trace: TaxTrace, operation: Operation): boolean {
  const situation = tracedText(trace, 'icmsSituation');
  const codes = benefitsOf(operation)?.codes;
  if (codes) return codesFor(codes, situation, operation.date).length > 0;
  return code !== noBenefitCode || benefitSituations.has(situation);
}

/**
 * Every gCred of a line that has a presumed credit. The value is the one that the line declares, else the rate on the base of the own ICMS, or on the
 * whole operation where there is no such base.
 */
export function presumedCreditsOf(
  trace: TaxTrace,
  base: Decimal,
  { presumedCredit, furtherCredits = [] }: Pick<OwnAmounts, 'presumedCredit' | 'furtherCredits'>,
): { presumedCredit?: PresumedCredit; furtherPresumedCredits?: PresumedCredit[] } {
  const code = tracedText(trace, 'presumedCreditCode');
  if (!code) return {};
  const first = { code, rate: numberOf(trace, 'presumedCreditRate'), value: presumedCredit };
  const [credit, ...further] = [first, ...furtherCredits].map(({ code: of, rate, value }) => ({
    code: of,
    rate: percent(rate),
    value: money(value ?? percentOf(base, rate)),
  }));
  return {
    ...(credit ? { presumedCredit: credit } : {}),
    ...(further.length > 0 ? { furtherPresumedCredits: further } : {}),
  };
}
