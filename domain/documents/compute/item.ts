import { decimal, money, unitPrice } from '../../money.ts';
import type { TaxTrace } from '../../taxation/fields.ts';
import type { TaxedBy } from '../../taxation/levels/records.ts';
import { type LineAmounts, taxesOf } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { ComputedItem } from '../computed-note.ts';
import type { ItemInput } from '../payload.ts';
import { declaredIbsCbs } from './declared-ibs-cbs.ts';
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
  const { ibsCbs, ...taxes } = taxesOf(trace, line, operation);
  const { accessKey, number: referenced = null } = item.referencedItem ?? {};
  return {
    number,
    code: item.code,
    gtin: item.gtin && item.gtin !== 'SEM GTIN' ? item.gtin : null,
    description: item.description,
    ncm: trace.ncm?.value ?? '',
    cest: trace.cest?.value ?? null,
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
    ...(taxable ? { taxable } : {}),
    ...tradeOfItem(item),
    taxedBy,
  };
}

function optional(value: LineAmounts['total']): string | null {
  return value.isZero() ? null : money(value);
}
