import {
  type Decimal,
  decimal,
  money,
  percent,
  percentOf,
  percentOfToEven,
  round2,
  share,
  sum,
  zero,
} from '../../money.ts';
import { hasNoContribution } from '../../service-taxation/check-contributions.ts';
import { type ServiceRegime, withheldBy, withheldRates } from '../../service-taxation/regime.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import type {
  AuthorityAmounts,
  ComputedService,
  ComputedServiceItem,
  ServiceAmounts,
  ServiceIbsCbs,
} from '../computed-service.ts';
import type { ServiceItemInput, ServicePayload } from '../payload.ts';
import type { Deductions } from '../service-sale.ts';
import { sumOfItems } from './value-before-taxes.ts';

/**
 * Values of a service, two decimals each; `charged` is `service` less the unconditional discount, `reimbursed` the part of it that is passed on to
 * third parties.
 */
export type ServiceValues = {
  service: Decimal;
  charged: Decimal;
  conditionalDiscount: Decimal;
  deductions: Decimal;
  reimbursed?: Decimal;
};

/**
 * The sums of a service as the layout defines them (leiaute NFS-e 1.01, group valores); the authority's sums replace them once it has answered.
 * Federal taxes are withheld on the value charged: IRRF (RIR/2018 art. 714), PIS, COFINS and CSLL (Lei 10.833/2003 art. 31), INSS (Lei 8.212/1991
 * art. 31).
 */
export function serviceAmountsOf(values: ServiceValues, fields: ServiceFields, regime: ServiceRegime): ServiceAmounts {
  const { service, charged, conditionalDiscount, deductions, reimbursed = zero } = values;
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
    ...(reimbursed.isZero() ? {} : { reimbursed: money(reimbursed) }),
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
 * vBC, vCalcBM and vISSQN. The rate is null where no level gives one, because Simples collects the tax or only the municipality knows the rate, and
 * for a benefit without a reduction. No base contains what is passed on to third parties (XSD 1.01-20260727, vBC). A MEI, a special regime and a
 * suspended ISSQN have no base on the note.
 */
function issOf(
  { charged, deductions, reimbursed = zero }: ServiceValues,
  fields: ServiceFields,
  regime: ServiceRegime,
): Iss {
  if (fields.issTaxation !== '1') return { base: null, benefit: zero, rate: null, value: null };
  const reducible = charged.minus(deductions);
  const benefit = percentOf(reducible, decimal(fields.issBenefitReduction));
  if (regime.opSimpNac === '2' || regime.regEspTrib !== '0' || fields.issSuspensionType) {
    return { base: null, benefit, rate: null, value: null };
  }
  const base = reducible.minus(benefit).minus(reimbursed);
  const isExempt = fields.issBenefitCode && !fields.issBenefitReduction;
  const rate = fields.issRate && !isExempt ? decimal(fields.issRate) : null;
  return { base, benefit, rate, value: rate && percentOf(base, rate) };
}

/** PIS and COFINS that the issuer itself owes; like the authority, half a cent is rounded to the even cent (NT SE/CGNFS-e 007/2026). */
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

/** Value and discount of one line of a service, two decimals each. */
type ServiceLine = { total: Decimal; discount: Decimal };

/** The lines of a service. A discount that only the document gives is shared over them by their values. The payload's numbers are already checked. */
export function serviceLinesOf({ items, discount }: ServicePayload): ServiceLine[] {
  const totals = items.map(totalOf);
  const isOfItems = !sumOfItems(items, { name: 'discount' }).isZero();
  const discounts = isOfItems ? items.map((item) => decimal(item.discount)) : share(decimal(discount), totals);
  return totals.map((total, index) => ({ total, discount: discounts[index] ?? zero }));
}

/** vServ: the sum of all items. */
export function serviceValue(items: Pick<ServiceItemInput, 'quantity' | 'unitValue'>[]): Decimal {
  return sum(items.map(totalOf));
}

/** vDR or vCalcDR: the deduction from the base of ISSQN. A rate is a percentage of the service less its unconditional discount (Anexo I, E0436). */
export function deductedFrom(charged: Decimal, deductions: Deductions | null | undefined): Decimal {
  if (!deductions) return zero;
  if (deductions.rate) return percentOf(charged, decimal(deductions.rate));
  if (deductions.documents) return sum(deductions.documents.map(({ value }) => decimal(value)));
  return decimal(deductions.value);
}

function totalOf({ quantity, unitValue }: Pick<ServiceItemInput, 'quantity' | 'unitValue'>): Decimal {
  return round2(decimal(quantity).times(decimal(unitValue)));
}

/**
 * A service with the amounts that its NFS-e prints in place of ours. Our deduction, benefit and sum of withheld taxes stay where the NFS-e prints
 * none: it prints no sum of withheld taxes where it prints no ISSQN, and no deduction that was given as an amount, although both are taken off its
 * net amount. IBS and CBS are shared over the items by their values less their discounts, so that the lines add up to the note.
 */
export function withAuthorityAmounts<Service extends Pick<ComputedService, 'fields' | 'amounts' | 'items'>>(
  service: Service,
  { amounts: printed, ibsCbs }: AuthorityAmounts,
): Service {
  const { items, fields } = service;
  const ours = service.amounts;
  const merged = {
    ...ours,
    ...printed,
    deductions: printed.deductions ?? ours.deductions,
    benefit: printed.benefit ?? ours.benefit,
    withheld: printed.withheld ?? ours.withheld,
  };
  const isWithheld = fields.issWithholding === '2' || fields.issWithholding === '3';
  const issWithheld = printed.issWithheld ?? (isWithheld ? merged.iss : null);
  const lines = ibsCbs ? shared(ibsCbs, items.map(worthOf)) : [];
  return {
    ...service,
    amounts: { ...merged, issWithheld, computedBy: 'AUTHORITY', ibsCbs },
    items: items.map((item, index) => ({ ...item, ibsCbs: lines[index] ?? null })),
  };
}

function worthOf({ total, discount }: ComputedServiceItem): Decimal {
  return decimal(total).minus(decimal(discount));
}

/** The shares of the note's IBS and CBS. vIBSTot is vIBSUF plus vIBSMun, on each line too. */
function shared(whole: ServiceIbsCbs, worth: Decimal[]): ServiceIbsCbs[] {
  const parts = (amount: string) => share(decimal(amount), worth);
  const [bases, states] = [parts(whole.base), parts(whole.stateValue)];
  const [municipals, cbs] = [parts(whole.municipalValue), parts(whole.cbsValue)];
  return worth.map((_, index) => {
    const [state, municipal] = [at(states, index), at(municipals, index)];
    return {
      ...whole,
      base: money(at(bases, index)),
      stateValue: money(state),
      municipalValue: money(municipal),
      ibsValue: money(sum([state, municipal])),
      cbsValue: money(at(cbs, index)),
    };
  });
}

function at(parts: Decimal[], index: number): Decimal {
  return parts[index] ?? decimal(null);
}
