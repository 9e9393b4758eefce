import { decimal, type Decimal, notBelowZero, sum, zero } from '../money.ts';
import { carriedOnly, carries, checkCarried } from './adjustments.ts';
import {
  type ContributionAmounts,
  type ContributionStAmounts,
  type DifalAmounts,
  type IbsCbsAmounts,
  type IcmsAmounts,
  type IpiAmounts,
  noOwnAmounts,
  type PresumedCredit,
  type SelectiveTaxAmounts,
  type SimplesAmounts,
  type UnitRates,
} from './amounts.ts';
import { checkBenefits } from './benefits/check.ts';
import { presumedCreditsOf, withoutIdleBenefit } from './benefits/codes.ts';
import { checkRates } from './check-rates.ts';
import type { TaxFault, TaxTrace } from './fields.ts';
import { withFuelRates } from './fuels.ts';
import { withIpiOfLaw, withoutEndedContributions } from './ended-taxes.ts';
import { contributionsStOf } from './contribution-st.ts';
import { checkGoodsCodes } from './goods.ts';
import { checkIbsCbs } from './ibs-cbs/check.ts';
import { ibsCbsOf } from './ibs-cbs/ibs-cbs.ts';
import { checkIcms } from './icms/check.ts';
import { difalOf, withDestinationRate, withRateOfRoute } from './icms/difal.ts';
import { withGeneralFund } from './icms/fund.ts';
import { icmsOf, noIcms } from './icms/icms.ts';
import type { FuelQuantities } from './icms/single-phase.ts';
import { importedIbsCbsBase, importedIpiBase, type ImportedLine } from './imports.ts';
import { type IssqnAmounts, issqnOf } from './issqn.ts';
import { checkConsumerIpi, checkIpi, ipiOf, withoutIdleIpi } from './ipi/ipi.ts';
import { withoutLeftovers } from './levels/leftovers.ts';
import { keepUsed, resolveTaxes, type TaxLevel, withTable } from './levels/resolve.ts';
import { tableTaxes } from './levels/table-taxes.ts';
import type { Operation } from './operation.ts';
import { unitsCharged } from './per-unit.ts';
import { checkContribution, cofins, contributionBase, contributionOf, noContribution, pis } from './pis-cofins.ts';
import { checkSelectiveTax, selectiveTaxOf, withoutEarlySelectiveTax } from './selective-tax.ts';
import { checkSimplesActivity, simplesOf, isWrittenWithoutSimples, withoutIdleActivity } from './simples.ts';

/** The taxes of one line, as the note carries them. */
export type LineTaxes = {
  /** ICMS, PIS and COFINS are null on notes of credit and debit that are about IBS and CBS alone. */
  icms: IcmsAmounts | null;
  /** Absent where the line gives no right to a presumed credit. */
  presumedCredit?: PresumedCredit;
  /** Up to three further presumed credits; absent where there are none. */
  furtherPresumedCredits?: PresumedCredit[];
  difal: DifalAmounts | null;
  ipi: IpiAmounts | null;
  /** ISSQN in place of ICMS and IPI; absent on a line of goods. */
  issqn?: IssqnAmounts;
  pis: ContributionAmounts | null;
  cofins: ContributionAmounts | null;
  /** PISST and COFINSST; absent where they are not collected on behalf of a reseller. */
  pisSt?: ContributionStAmounts;
  cofinsSt?: ContributionStAmounts;
  /** Null where the issuer's regime has no such group: CRT 1, 2 and 4 by default, and issuers that pay inside Simples from 2027 on (`simples`). */
  ibsCbs: IbsCbsAmounts | null;
  /** Absent on a line without the group. */
  selectiveTax?: SelectiveTaxAmounts;
  /** IBS and CBS that are paid inside Simples; absent where none are. */
  simples?: SimplesAmounts;
  /** Each resolved field, with the level that gave it. */
  taxation: TaxTrace;
};

/** Resolves every field of a line, without fields that the chosen codes do not use; `anpCode` is that of a fuel. */
export function resolveLine(levels: TaxLevel[], operation: Operation, anpCode?: string): TaxTrace {
  const ofLaw = withoutLeftovers(withoutEndedContributions(levels, operation));
  const said = withoutIdleActivity(withRateOfRoute(resolveTaxes(ofLaw), operation), operation);
  const used = withFuelRates(
    keepUsed(withTable(said, tableTaxes(said, operation, anpCode)), operation),
    anpCode,
    operation,
  );
  const charged = withIpiOfLaw(used, operation);
  const existing = withoutEarlySelectiveTax(carriedOnly(charged, operation), operation);
  const carried = withoutIdleIpi(withoutIdleBenefit(existing, operation), operation);
  return withGeneralFund(withDestinationRate(carried, operation), operation);
}

/** Every fault of a resolved line; `taxesOf` can compute a line without faults. */
export function checkLine(
  trace: TaxTrace,
  operation: Operation,
  { anpCode, unitRates = {} }: { anpCode?: string | undefined; unitRates?: UnitRates } = {},
): TaxFault[] {
  const malformed = checkRates(trace);
  const sound = malformed.reduce<TaxTrace>(
    (sofar, { field }) => ({ ...sofar, [field]: { value: '0', source: 'TABLE' } }),
    trace,
  );
  return [
    ...checkGoodsCodes(trace, operation),
    ...malformed,
    ...(carries('icms', sound, operation)
      ? [...checkIcms(sound, operation, anpCode), ...checkBenefits(sound, operation)]
      : []),
    ...checkCarried(sound, operation),
    ...checkIpi(sound, unitRates.ipi),
    ...checkConsumerIpi(sound, operation),
    ...(carries('pis', sound, operation) ? checkContribution(sound, pis, unitRates.pis) : []),
    ...(carries('cofins', sound, operation) ? checkContribution(sound, cofins, unitRates.cofins) : []),
    ...checkIbsCbs(sound, operation),
    ...checkSelectiveTax(sound, operation),
    ...checkSimplesActivity(sound, operation),
  ];
}

/**
 * Computes the taxes of a line, each before those whose base it is part of: IPI, ICMS, DIFAL, PIS/COFINS, ISSQN, IBS/CBS. The selective tax is
 * computed last, from what is left of the price.
 */
export function taxesOf(trace: TaxTrace, line: LineAmounts, operation: Operation, said = noOwnAmounts): LineTaxes {
  const value = operationValue(line);
  const { imported } = line;
  const { unitRates = {} } = said;
  const perUnit = (rate: Decimal | undefined) => unitsCharged(rate, line.taxable);
  const ipi = ipiOf(trace, imported ? importedIpiBase(imported) : value, perUnit(unitRates.ipi));
  const ownBase = imported?.icmsBase ?? null;
  const icms = carries('icms', trace, operation)
    ? icmsOf(trace, { value, ipi: ipi.value, ownBase, fuel: line.fuel, said }, operation)
    : noIcms;
  const difal = difalOf(trace, { own: icms.base, whole: value.plus(ipi.value), icms: icms.value }, operation);
  // Exempted ICMS that is taken off the price is no revenue.
  const revenue = notBelowZero(value.minus(icms.deducted));
  const base = imported?.customsValue ?? contributionBase(revenue, icms.value, operation.pisCofinsExcludesIcms);
  const pisOfLine = carries('pis', trace, operation)
    ? contributionOf(trace, pis, base, perUnit(unitRates.pis))
    : noContribution;
  const cofinsOfLine = carries('cofins', trace, operation)
    ? contributionOf(trace, cofins, base, perUnit(unitRates.cofins))
    : noContribution;
  const ofBuyers = contributionsStOf(
    carries('pis', trace, operation) ? (said.contributionsSt ?? {}) : {},
    value.plus(ipi.value),
    line.taxable,
  );
  // These taxes are part of the price and not of the base of IBS and CBS (LC 214/2025 art. 12 § 2º V). vItem is what the line adds to vNFTot.
  const issqn = said.issqn && issqnOf(said.issqn, { worth: value, discount: line.discount });
  const givenWay = sum([pisOfLine.value, cofinsOfLine.value, icms.value, icms.fund, difal.due, decimal(issqn?.value)]);
  const ibsCbsLine = {
    worth: imported ? importedIbsCbsBase(imported) : notBelowZero(value.minus(givenWay)),
    isImported: imported !== undefined,
    itemTotal: value
      .plus(operation.newVehicles === 'BILLED_BY_MAKER' ? zero : icms.added)
      .plus(ofBuyers.added)
      .plus(ipi.value)
      .plus(line.returnedIpi ?? zero)
      .plus(imported?.duty ?? zero)
      .minus(icms.deducted),
    ...(line.ratesOn === undefined ? {} : { ratesOn: line.ratesOn }),
  };
  const group = ibsCbsOf(trace, ibsCbsLine, operation);
  const left = group?.amounts ? decimal(group.amounts.base) : ibsCbsLine.worth;
  const selectiveTax = selectiveTaxOf(trace, left, line.taxable);
  const simples = simplesOf(trace, { revenue: value, group }, operation);
  return {
    icms: icms.printed,
    ...presumedCreditsOf(trace, icms.base ?? value, said),
    difal: difal.printed,
    ipi: ipi.printed,
    ...(issqn ? { issqn } : {}),
    pis: pisOfLine.printed,
    cofins: cofinsOfLine.printed,
    ...ofBuyers.printed,
    ibsCbs: isWrittenWithoutSimples(group, operation) ? group : null,
    ...(simples ? { simples } : {}),
    ...(selectiveTax ? { selectiveTax } : {}),
    taxation: trace,
  };
}

/** The values of one line on which taxes are computed, each with two places. */
export type LineAmounts = {
  /** vProd */
  total: Decimal;
  freight: Decimal;
  insurance: Decimal;
  discount: Decimal;
  otherCosts: Decimal;
  /** uTrib and qTrib; needed only on a line with selective tax, or one that is charged by unit. */
  taxable?: { unit: string; quantity: Decimal };
  /** IPI of goods that are given back: it adds to the note's value, and is in no base. */
  returnedIpi?: Decimal;
  /** The day of the note that the line refers to, whose rates of IBS and CBS it repeats; absent where it has those of its own day. */
  ratesOn?: string;
  /** Only on a line of fuel. */
  fuel?: FuelQuantities;
  /** Only on a line of imported goods, whose taxes are computed on these values in place of the operation's. */
  imported?: ImportedLine;
};

/** vProd + vFrete + vSeg + vOutro − vDesc, never below zero: the operation's value before the taxes that are added to it. */
export function operationValue({ total, freight, insurance, otherCosts, discount }: LineAmounts): Decimal {
  return notBelowZero(total.plus(freight).plus(insurance).plus(otherCosts).minus(discount));
}
