import { decimal, money, unitPrice } from '../../money.ts';
import { type TaxTrace, textOf } from '../../taxation/fields.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import type { TaxedBy } from '../../taxation/levels/records.ts';
import { type LineAmounts, taxesOf } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { ComputedItem } from '../computed-note.ts';
import type { ItemInput, ReturnedIpi } from '../payload.ts';
import { approximateTaxesOf } from './approximate-taxes.ts';
import { declaredIbsCbs } from './declared-ibs-cbs.ts';
import { computeFuel, fuelQuantities } from './fuel.ts';
import { saidAmounts } from './said-amounts.ts';
import { inTaxUnit } from './taxable-quantity.ts';
import type { TaxableUnit } from './taxable-unit.ts';
import { tradeOfItem } from './trade.ts';

/** One line with its values and resolved taxes. */
export type Line = {
  item: ItemInput;
  number: number;
  line: LineAmounts;
  /** Null where it is the commercial one. */
  taxable: TaxableUnit | null;
  trace: TaxTrace;
  taxedBy: TaxedBy;
};

/** The line as the note carries it, its taxes computed. */
export function computeItem({ item, number, line, taxable, trace, taxedBy }: Line, operation: Operation): ComputedItem {
  const isRetained = icmsSituations.get(textOf(trace, 'icmsSituation'))?.singlePhase === 'RETAINED';
  const fuel = fuelQuantities(inTaxUnit(item, taxable), isRetained);
  const whole = { ...line, returnedIpi: decimal(item.returnedIpi?.value), ...(fuel ? { fuel } : {}) };
  const { ibsCbs, ...taxes } = taxesOf(trace, whole, operation, saidAmounts(item));
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
    unitValue: unitPrice(decimal(item.unitValue)),
    total: money(line.total),
    freight: optional(line.freight),
    insurance: optional(line.insurance),
    discount: optional(line.discount),
    otherCosts: optional(line.otherCosts),
    additionalInfo: item.additionalInfo ?? null,
    ...taxes,
    ibsCbs: ibsCbs && { ...ibsCbs, ...declaredIbsCbs(item) },
    ...(accessKey === undefined ? {} : { referencedItem: { accessKey, number: referenced } }),
    ...(approximateTaxes ? { approximateTaxes } : {}),
    ...(item.returnedIpi ? { returnedIpi: returnedIpiOf(item.returnedIpi) } : {}),
    ...(item.fuel ? { fuel: computeFuel(item.fuel, operation) } : {}),
    ...(taxable ? { taxable } : {}),
    ...tradeOfItem(item),
    taxedBy,
  };
}

function returnedIpiOf({ percentage, value }: ReturnedIpi): ReturnedIpi {
  return { percentage: money(decimal(percentage)), value: money(decimal(value)) };
}

function optional(value: LineAmounts['total']): string | null {
  return value.isZero() ? null : money(value);
}
