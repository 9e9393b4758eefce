import { decimal, type Decimal, money, percent, percentOf, percentOfToEven, sum, zero } from '../../money.ts';
import { hasNoContribution } from '../../service-taxation/check-pis-cofins.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import type { ServiceRegime } from '../../service-taxation/regime.ts';
import { withheldBy, withheldRates } from '../../service-taxation/withholding.ts';
import type { ServiceAmounts } from '../computed-service.ts';

/** What a service is worth, two places each; `charged` is its value less the unconditional discount. */
export type ServiceValues = { service: Decimal; charged: Decimal; conditionalDiscount: Decimal; deductions: Decimal };

/**
 * The sums of a service as the layout defines them (leiaute NFS-e 1.01, group valores); the authority's replace them once it has answered.
 * What is withheld of federal taxes is of the value charged: IRRF (RIR/2018 art. 714), PIS, COFINS and CSLL (Lei 10.833/2003 art. 31), INSS
 * (Lei 8.212/1991 art. 31).
 */
export function serviceAmountsOf(values: ServiceValues, fields: ServiceFields, regime: ServiceRegime): ServiceAmounts {
  const { service, charged, conditionalDiscount, deductions } = values;
  const iss = issOf(values, fields, regime);
  const own = contributionsOf(charged, fields);
  const withheld = withheldOf(charged, fields);
  const issWithheld = fields.issWithholding === '2' || fields.issWithholding === '3' ? iss.value : null;
  const total = sum([withheld.inss, withheld.irrf, withheld.contributions, issWithheld ?? zero]);
  return {
    computedBy: 'LAVRA',
    service: money(service),
    unconditionalDiscount: optional(service.minus(charged)),
    conditionalDiscount: optional(conditionalDiscount),
    deductions: optional(deductions),
    benefit: optional(iss.benefit),
    issBase: iss.base && money(iss.base),
    issRate: iss.rate && percent(iss.rate),
    iss: iss.value && money(iss.value),
    issWithheld: issWithheld && money(issWithheld),
    pisCofinsBase: own && money(charged),
    pis: own && money(own.pis),
    cofins: own && money(own.cofins),
    pisWithheld: optional(withheld.pis),
    cofinsWithheld: optional(withheld.cofins),
    inss: optional(withheld.inss),
    irrf: optional(withheld.irrf),
    csll: optional(withheld.contributions),
    withheld: optional(total),
    net: money(charged.minus(conditionalDiscount).minus(total)),
    ibsCbs: null,
  };
}

type Iss = { base: Decimal | null; benefit: Decimal; rate: Decimal | null; value: Decimal | null };

/**
 * vBC, vCalcBM and vISSQN; the rate is null where nobody says one, because Simples collects the tax or only the municipality knows it, as
 * it does of a benefit without a reduction. A MEI, a special regime and a suspended ISSQN have no base on the note.
 */
function issOf({ charged, deductions }: ServiceValues, fields: ServiceFields, regime: ServiceRegime): Iss {
  if (fields.issTaxation !== '1') return { base: null, benefit: zero, rate: null, value: null };
  const reducible = charged.minus(deductions);
  const benefit = percentOf(reducible, decimal(fields.issBenefitReduction));
  if (regime.opSimpNac === '2' || regime.regEspTrib !== '0' || fields.issSuspensionType) {
    return { base: null, benefit, rate: null, value: null };
  }
  const base = reducible.minus(benefit);
  const isExempt = fields.issBenefitCode && !fields.issBenefitReduction;
  const rate = fields.issRate && !isExempt ? decimal(fields.issRate) : null;
  return { base, benefit, rate, value: rate && percentOf(base, rate) };
}

/** PIS and COFINS of the issuer's own account; the authority halves to the even cent (NT SE/CGNFS-e 007/2026). */
function contributionsOf(charged: Decimal, fields: ServiceFields): { pis: Decimal; cofins: Decimal } | null {
  if (!fields.pisCofinsCst || hasNoContribution(fields.pisCofinsCst)) return null;
  const of = (rate: string | null | undefined) => percentOfToEven(charged, decimal(rate));
  return { pis: of(fields.pisRate), cofins: of(fields.cofinsRate) };
}

type WithheldSums = Record<'pis' | 'cofins' | 'contributions' | 'inss' | 'irrf', Decimal>;

function withheldOf(charged: Decimal, fields: ServiceFields): WithheldSums {
  const { pisCofinsWithholding, csllRate, inssRate, irrfRate } = fields;
  const isWithheld = withheldBy(pisCofinsWithholding, csllRate);
  const of = (rate: string | null | undefined) => percentOf(charged, decimal(rate));
  const pis = isWithheld.pis ? of(withheldRates.pis) : zero;
  const cofins = isWithheld.cofins ? of(withheldRates.cofins) : zero;
  const csll = isWithheld.csll ? of(csllRate) : zero;
  return { pis, cofins, contributions: sum([pis, cofins, csll]), inss: of(inssRate), irrf: of(irrfRate) };
}

function optional(value: Decimal): string | null {
  return value.isZero() ? null : money(value);
}
