import { type Decimal, decimal, money, percentOf, round2, rounded, sum, unitPrice } from '../../money.ts';
import type { IbsCbsAmounts, OwnAmounts } from '../../taxation/amounts.ts';
import type { EndedTax } from '../../taxation/ended-taxes.ts';
import { type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { lessCredit, operationCreditOf } from '../../taxation/ibs-cbs/presumed-credit.ts';
import { shippedLawTables } from '../../taxation/law-tables.ts';
import type { TaxedBy } from '../../taxation/levels/records.ts';
import { type LineAmounts, type LineTaxes, operationValue, taxesOf } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import { priceWithNewTaxes } from '../../taxation/price.ts';
import { approximateRatesOfGoods } from '../../taxation/rates/approximate-taxes.ts';
import type { ApproximateTaxes, ComputedItem, DeclaredIbsCbs, NetPrice } from '../computed-note.ts';
import type { DestinationSt } from '../icms-partition.ts';
import type { AdjustedAmounts, FurtherPresumedCredit, ItemInput, ReturnedIpi } from '../payload.ts';
import type { ComputedRemarks } from '../remarks.ts';
import { declaredContributionsSt } from '../contribution-st.ts';
import { computeFuel, fuelQuantities } from './fuel.ts';
import { inTaxUnit, type TaxableUnit, unitRatesOf } from './taxable-unit.ts';
import { tradeOfItem } from './trade.ts';

/** One line with its amounts before taxes, and its resolved taxes. */
export type ResolvedLine = {
  item: ItemInput;
  number: number;
  line: LineAmounts;
  /** Which level says that the line's price is without IBS and CBS; null where its price contains them. */
  netBy: NetPrice['by'] | null;
  /** The taxable unit of the line, given its total; null where it is the commercial unit. */
  taxableAt: (total: Decimal) => TaxableUnit | null;
  trace: TaxTrace;
  taxedBy: TaxedBy;
  endedTaxes: EndedTax[];
};

/** The line as the note has it, with its taxes computed. */
export function computeItem(
  { item, number, line: asked, netBy, taxableAt, trace, taxedBy, endedTaxes }: ResolvedLine,
  operation: Operation,
): ComputedItem {
  const isRetained = icmsSituations.get(tracedText(trace, 'icmsSituation'))?.singlePhase === 'RETAINED';
  const unitAsked = taxableAt(asked.total);
  const fuel = fuelQuantities(inTaxUnit(item, unitAsked), isRetained);
  const own = ownAmountsOf(item);
  const withExtras = { ...asked, returnedIpi: decimal(item.returnedIpi?.value), ...(fuel ? { fuel } : {}) };
  const unitsAt = (total: Decimal) => ({ taxable: unitsOf(item, taxableAt(total)) });
  const taxesAt = (total: Decimal) => taxesOf(trace, { ...withExtras, ...unitsAt(total), total }, operation, own);
  const isNet = netBy !== null && !asked.imported;
  const total = isNet ? priceWithNewTaxes(asked.total, (price) => newTaxesOf(taxesAt(price))) : asked.total;
  const line = { ...asked, total };
  const taxable = isNet ? taxableAt(total) : unitAsked;
  const { ibsCbs, simples, ...taxes } = taxesAt(total);
  const declared = declaredIbsCbs(item);
  const withDeclared = (group: IbsCbsAmounts) => ({
    ...lessCredit(group, declared.operationPresumedCredit),
    ...declared,
  });
  const approximateTaxes = approximateTaxesOf({ item, line, trace }, operation);
  const { accessKey, number: referenced = null } = item.referencedItem ?? {};
  return {
    number,
    code: item.code,
    gtin: item.gtin && item.gtin !== 'SEM GTIN' ? item.gtin : null,
    description: item.description,
    ncm: trace.ncm?.value ?? '',
    cest: trace.cest?.value ?? null,
    ...(trace.benefitCode ? { benefitCode: trace.benefitCode.value } : {}),
    cfop: trace.cfop?.value ?? '',
    unit: item.unit ?? 'UN',
    quantity: decimal(item.quantity).toFixed(4),
    ...priceOf(item, { net: asked.total, total, netBy: isNet ? netBy : null }),
    freight: amountOrNull(line.freight),
    insurance: amountOrNull(line.insurance),
    discount: amountOrNull(line.discount),
    otherCosts: amountOrNull(line.otherCosts),
    additionalInfo: item.additionalInfo ?? null,
    ...taxes,
    ibsCbs: ibsCbs && withDeclared(ibsCbs),
    ...(simples ? { simples: { ...simples, group: simples.group && withDeclared(simples.group) } } : {}),
    ...(accessKey === undefined ? {} : { referencedItem: { accessKey, number: referenced } }),
    ...(approximateTaxes ? { approximateTaxes } : {}),
    ...(item.vehicle ? { vehicle: item.vehicle } : {}),
    ...(item.isUsed ? { isUsed: true as const } : {}),
    ...(item.zfmCreditType ? { zfmCreditType: item.zfmCreditType } : {}),
    ...(item.donation ? { donation: true as const } : {}),
    ...(item.returnedIpi ? { returnedIpi: returnedIpiOf(item.returnedIpi) } : {}),
    ...(item.fuel ? { fuel: computeFuel(item.fuel, operation) } : {}),
    ...(taxable ? { taxable } : {}),
    ...tradeOfItem(item),
    ...remarksOf(item),
    ...(endedTaxes.length > 0 ? { endedTaxes } : {}),
    taxedBy,
  };
}

function remarksOf({ remark, taxOfficeRemark }: ItemInput): ComputedRemarks {
  return { ...(remark ? { remark } : {}), ...(taxOfficeRemark ? { taxOfficeRemark } : {}) };
}

type Price = { net: Decimal; total: Decimal; netBy: NetPrice['by'] | null };

/** vUnCom and vProd. A unit value that contains the taxes of the whole line has all decimals of the layout (rule I11-10, 629). */
function priceOf(
  { quantity, unitValue }: ItemInput,
  { net, total, netBy }: Price,
): Pick<ComputedItem, 'unitValue' | 'total' | 'netPrice'> {
  const asked = unitPrice(decimal(unitValue));
  if (netBy === null) return { unitValue: asked, total: money(total) };
  const priced = total.eq(net) ? asked : unitPrice(rounded(total.div(decimal(quantity)), 10));
  return { unitValue: priced, total: money(total), netPrice: { by: netBy, unitValue: asked, total: money(net) } };
}

/** The new taxes that are added to a net price; IBS and CBS inside Simples are part of the net price. */
function newTaxesOf({ ibsCbs, simples, selectiveTax }: LineTaxes): Decimal {
  const own = (ibsCbs ?? simples?.group)?.amounts;
  return sum([own?.ibsValue, own?.cbsValue, selectiveTax?.amounts?.value].map(decimal));
}

/** uTrib and qTrib: the commercial unit and quantity where the line has no others. */
function unitsOf({ unit, quantity }: ItemInput, taxable: TaxableUnit | null): { unit: string; quantity: Decimal } {
  return { unit: taxable?.unit ?? unit ?? 'UN', quantity: decimal(taxable?.quantity ?? quantity) };
}

function returnedIpiOf({ percentage, value }: ReturnedIpi): ReturnedIpi {
  return { percentage: money(decimal(percentage)), value: money(decimal(value)) };
}

function amountOrNull(value: LineAmounts['total']): string | null {
  return value.isZero() ? null : money(value);
}

type PricedLine = { item: ItemInput; line: LineAmounts; trace: TaxTrace };

/**
 * The taxes that a line bears by estimate, which a seller shows to consumers (Lei 12.741/2012 art. 1): what the item gives; else, in a sale to a
 * final consumer, the operator's table by its NCM. Null where the table has none, and where the item gives `0` to leave it out.
 */
function approximateTaxesOf({ item, line, trace }: PricedLine, operation: Operation): ApproximateTaxes | null {
  if (item.approximateTaxes) {
    const value = decimal(item.approximateTaxes);
    return value.isZero() ? null : { value: money(value), byTreasury: null, source: null };
  }
  return isForConsumer(operation) ? byTable({ line, trace }, operation) : null;
}

function isForConsumer({ direction, purpose, destination, finalConsumer }: Operation): boolean {
  return direction === 'OUT' && purpose === 'NORMAL' && destination !== '3' && finalConsumer;
}

function byTable(
  { line, trace }: Omit<PricedLine, 'item'>,
  { date, issuerState, rates = shippedLawTables }: Operation,
) {
  const { approximateTaxes: table } = rates;
  const [ncm, origin] = [tracedText(trace, 'ncm'), tracedText(trace, 'icmsOrigin')];
  const found = approximateRatesOfGoods({ table, date }, { ncm, origin, issuerState });
  if (!table || !found) return null;
  const price = operationValue(line);
  const of = (rate: string) => percentOf(price, decimal(rate));
  const [federal, state, municipal] = [of(found.federal), of(found.state), of(found.municipal)];
  return {
    value: money(sum([federal, state, municipal])),
    byTreasury: { federal: money(federal), state: money(state), municipal: money(municipal) },
    source: table.source,
  };
}

/** The IBS and CBS that a line declares, amounts with two decimals. The payload is already checked. */
export function declaredIbsCbs({
  adjustment,
  creditReversal,
  zfmPresumedCredit,
  operationPresumedCredit: credit,
}: ItemInput): DeclaredIbsCbs {
  return {
    ...(adjustment ? { adjustment: { ...periodOf(adjustment), ...pair(adjustment) } } : {}),
    ...(creditReversal ? { creditReversal: pair(creditReversal) } : {}),
    ...(zfmPresumedCredit ? { zfmPresumedCredit: presumed(zfmPresumedCredit) } : {}),
    ...(credit ? { operationPresumedCredit: operationCreditOf(credit) } : {}),
  };
}

function periodOf({ period }: AdjustedAmounts): { period?: string } {
  return period ? { period } : {};
}

function pair({ ibs, cbs }: { ibs: string; cbs: string }) {
  return { ibs: money(decimal(ibs)), cbs: money(decimal(cbs)) };
}

function presumed({ period, type, value }: { period: string; type: string; value: string }) {
  return { period, type, value: money(decimal(value)) };
}

/** The tax amounts that the caller gives in place of computed ones. The payload's numbers are already checked. */
function ownAmountsOf(item: ItemInput): OwnAmounts {
  const unitRates = unitRatesOf(item);
  return {
    ...(Object.keys(unitRates).length > 0 ? { unitRates } : {}),
    contributionsSt: declaredContributionsSt(item),
    ...(item.issqn ? { issqn: item.issqn } : {}),
    icmsExempted: amountOf(item.icmsExemptedValue),
    icmsStExempted: amountOf(item.icmsStExemptedValue),
    presumedCredit: amountOf(item.presumedCreditValue),
    ...(item.furtherPresumedCredits?.length ? { furtherCredits: item.furtherPresumedCredits.map(creditOf) } : {}),
    icmsStBase: substitutionBase(item),
    retainedSt: item.retainedSt ?? null,
    effectiveIcms: item.effectiveIcms ?? null,
    ...(item.destinationSt ? { destinationSt: dueElsewhere(item.destinationSt) } : {}),
  };
}

function creditOf({ code, rate, value }: FurtherPresumedCredit) {
  return { code, rate: decimal(rate), value: amountOf(value) };
}

function dueElsewhere({ base, value }: DestinationSt) {
  return { base: decimal(base), value: decimal(value) };
}

function substitutionBase({ icmsStBase, icmsStUnitPrice, quantity }: ItemInput): Decimal | null {
  if (icmsStBase) return decimal(icmsStBase);
  return icmsStUnitPrice ? round2(decimal(quantity).times(decimal(icmsStUnitPrice))) : null;
}

function amountOf(text: string | null | undefined): Decimal | null {
  return text ? decimal(text) : null;
}
