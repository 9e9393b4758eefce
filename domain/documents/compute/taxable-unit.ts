import { decimalFault, quantityForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { type Decimal, decimal, rounded } from '../../money.ts';
import type { UnitRates } from '../../taxation/amounts.ts';
import type { ProductUnits } from '../../taxation/levels/records.ts';
import type { Operation } from '../../taxation/operation.ts';
import { converted, isSameUnit, unitInWords, unitOfFuel, unitOfNcm } from '../../taxation/units.ts';
import type { ItemInput } from '../payload.ts';

/** uTrib, qTrib and vUnTrib of a line. */
export type TaxableUnit = { unit: string; quantity: string; unitValue: string };

/** What decides the taxable unit of a line. */
export type UnitBasis = {
  item: Pick<ItemInput, 'unit' | 'quantity' | 'taxUnit' | 'taxQuantity'>;
  /** vProd. */
  total: Decimal;
  ncm: string;
  cfop: string;
  /** cProdANP, of a fuel. */
  anpCode?: string | null | undefined;
  /** The units of the line's product; absent where it has no product. */
  product?: ProductUnits | undefined;
};

/** CFOPs of sales on the way to an export, for which the unit of the NCM is demanded, too (rule I14-10). */
const towardsExport = new Set('1501 2501 5501 5502 5504 5505 6501 6502 6504 6505'.split(' '));

type UnitResult = { taxable: TaxableUnit | null } | { fault: { field: 'taxUnit' | 'taxQuantity'; message: string } };

/** The taxable unit of a line; null where it is the commercial unit, or cannot be found (`checkTaxableUnit` gives the fault). */
export function taxableUnitOf(counted: UnitBasis, operation: Operation): TaxableUnit | null {
  const found = find(counted, operation);
  return 'taxable' in found ? found.taxable : null;
}

/** The fault of a taxable unit that is not the one demanded of the operation, or cannot be found; `path` is the line's own (rule I14-10, 817). */
export function checkTaxableUnit(counted: UnitBasis, operation: Operation, path: string): Fault[] {
  const found = find(counted, operation);
  if ('taxable' in found) return [];
  const { field, message } = found.fault;
  return [refusal(`${path}.${field}`, message)];
}

function find(counted: UnitBasis, operation: Operation): UnitResult {
  const { item } = counted;
  const demanded = demandedUnit(counted, operation);
  if (!item.taxUnit) {
    return demanded ? inDemanded(counted, demanded) : inProducts(counted, operation);
  }
  if (demanded && !isSameUnit(item.taxUnit, demanded.unit)) {
    const message = `${demanded.because}, não em ${item.taxUnit}: troque taxUnit e taxQuantity.`;
    return { fault: { field: 'taxUnit', message } };
  }
  const unit = demanded?.unit ?? item.taxUnit;
  const quantity = item.taxQuantity ? decimal(item.taxQuantity) : inUnit(counted, unit);
  return quantity ? written(counted, unit, quantity) : unknownQuantity(unit);
}

/** The unit that the authority demands, and the reason in Portuguese. */
type UnitDemand = { unit: string; because: string };

function demandedUnit(counted: UnitBasis, operation: Operation): UnitDemand | null {
  const { ncm, anpCode } = counted;
  if (isForeign(counted, operation)) {
    const unit = unitOfNcm(ncm, operation.date);
    const where = 'nas operações de comércio exterior (rejeição 817)';
    return unit ? { unit, because: `O NCM ${ncm} é tributado em ${inWords(unit)} ${where}` } : null;
  }
  const unit = anpCode ? unitOfFuel(anpCode) : null;
  return unit ? { unit, because: `O combustível ${anpCode ?? ''} é tributado em ${unit} (rejeição 854)` } : null;
}

/** Whether the unit of the NCM is demanded: in exports and sales that lead to one, and only in NF-e (rule I14-10). */
function isForeign({ cfop }: UnitBasis, { model, direction, destination }: Operation): boolean {
  return model === '55' && ((direction === 'OUT' && destination === '3') || towardsExport.has(cfop));
}

function inDemanded(counted: UnitBasis, { unit, because }: UnitDemand): UnitResult {
  const quantity = inUnit(counted, unit);
  if (quantity) return written(counted, unit, quantity);
  const message =
    `${because}, e não se sabe quanto disso há em 1 ${commercial(counted)}: informe taxUnit "${unit}" e taxQuantity no item, ` +
    `ou taxUnitExport "${unit}" e taxUnitExportFactor no produto.`;
  return { fault: { field: 'taxUnit', message } };
}

function unknownQuantity(unit: string): UnitResult {
  const message = `Não se sabe quanto há em ${unit} (qTrib): informe taxQuantity, ou no produto o fator da unidade.`;
  return { fault: { field: 'taxQuantity', message } };
}

/** Where no unit is demanded: the product's own taxable unit, if the product gives the factor to its commercial unit. */
function inProducts(counted: UnitBasis, { direction, destination }: Operation): UnitResult {
  const { product } = counted;
  if (!product || !isOfProduct(counted)) return { taxable: null };
  const isExport = direction === 'OUT' && destination === '3';
  const unit = isExport && product.exportFactor ? product.export : product.tax;
  const factor = isExport && product.exportFactor ? product.exportFactor : product.taxFactor;
  if (!factor || isSameUnit(unit, commercial(counted))) return { taxable: null };
  return written(counted, unit, quantityOf(counted).times(decimal(factor)));
}

/** The line's quantity in a unit: by the product's factors, else by converting units; null where neither is possible. */
function inUnit(counted: UnitBasis, unit: string): Decimal | null {
  const { product } = counted;
  if (isSameUnit(commercial(counted), unit)) return quantityOf(counted);
  if (product && isOfProduct(counted)) {
    const factor = factorOf(product, unit);
    if (factor) return quantityOf(counted).times(factor);
  }
  return converted(quantityOf(counted), commercial(counted), unit);
}

/** How many of a unit one commercial unit of the product has; null where its factors do not tell. */
function factorOf(product: ProductUnits, unit: string): Decimal | null {
  for (const [named, factor] of [
    [product.export, product.exportFactor],
    [product.tax, product.taxFactor],
  ] as const) {
    const perUnit = factor ? converted(decimal(factor), named, unit) : null;
    if (perUnit) return perUnit;
  }
  return null;
}

/** Whether the line is in the product's commercial unit, for which alone its factors hold: a caller may give another unit. */
function isOfProduct(counted: UnitBasis): boolean {
  return counted.product !== undefined && isSameUnit(commercial(counted), counted.product.commercial);
}

/** The taxable unit with its quantity; null where both are the commercial ones. Unit value times quantity gives vProd again (rule I11-20, 630). */
function written(counted: UnitBasis, unit: string, exact: Decimal): UnitResult {
  const quantity = rounded(exact, 4);
  if (quantity.isZero() || quantity.gt('99999999999.9999')) {
    const message = `A quantidade em ${unit} não cabe em 11 dígitos e 4 casas: informe taxQuantity, ou corrija o fator do produto.`;
    return { fault: { field: 'taxQuantity', message } };
  }
  if (commercial(counted) === unit && quantity.equals(quantityOf(counted))) return { taxable: null };
  const unitValue = rounded(counted.total.div(quantity), 10);
  return { taxable: { unit, quantity: quantity.toFixed(4), unitValue: unitValue.toFixed(10) } };
}

function commercial({ item }: UnitBasis): string {
  return item.unit ?? 'UN';
}

function quantityOf({ item }: UnitBasis): Decimal {
  return decimal(item.quantity);
}

function inWords(unit: string): string {
  const name = unitInWords(unit);
  return name === unit ? unit : `${unit} (${name})`;
}

/** The quantity on which a line's taxes by quantity are computed (qTrib). Nothing else computes it. */
export function taxableQuantity({ quantity, taxQuantity }: Pick<ItemInput, 'quantity' | 'taxQuantity'>): Decimal {
  return decimal(taxQuantity ?? quantity);
}

/** The line with its quantity in the taxable unit that was found for it. */
export function inTaxUnit(item: ItemInput, taxable: TaxableUnit | null): ItemInput {
  return taxable ? { ...item, taxUnit: taxable.unit, taxQuantity: taxable.quantity } : item;
}

/** The tax rates in reais for one unit that an item gives; those that are no valid number are left out. */
export function unitRatesOf({ ipiUnitRate, pisUnitRate, cofinsUnitRate }: ItemInput): UnitRates {
  const [ipi, pis, cofins] = [ipiUnitRate, pisUnitRate, cofinsUnitRate].map(said);
  return { ...(ipi ? { ipi } : {}), ...(pis ? { pis } : {}), ...(cofins ? { cofins } : {}) };
}

function said(text: string | null | undefined): Decimal | null {
  return text && decimalFault(text, quantityForm) === null ? decimal(text) : null;
}
