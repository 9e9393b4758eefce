import { decimal, money, round2 } from '../../../domain/money.ts';
import { plainDecimal } from '../../forms/read.ts';
import { isBlankRow, readRows, type Row, type RowList, type FieldTexts, writeRows } from '../../forms/rows.ts';
import { type ListName, saleLists } from './fields.ts';

const listOf = (name: ListName): RowList => ({ name, most: saleLists[name] });

/** The rows of a list in their order; row numbers that nobody sent leave no gap. */
export function rowsOf(written: FieldTexts, list: ListName): Row[] {
  return readRows(written, listOf(list));
}

/** The same form with other rows in a list. */
export function withRows(written: FieldTexts, list: ListName, rows: readonly Row[]): FieldTexts {
  return writeRows(written, listOf(list), rows);
}

export function withRow(written: FieldTexts, list: ListName, row: Row): FieldTexts {
  return withRows(written, list, [...rowsOf(written, list), row]);
}

export function withoutRow(written: FieldTexts, list: ListName, index: number): FieldTexts {
  return withRows(
    written,
    list,
    rowsOf(written, list).filter((_row, at) => at !== index),
  );
}

/** The fields of which at least one is filled in when somebody wants the row. In the other lists any field counts, since their new rows are empty. */
const meant: Partial<Record<ListName, readonly string[]>> = {
  items: ['description', 'code', 'unitValue', 'productId'],
  payments: ['method', 'value'],
  duplicates: ['dueDate', 'value'],
};

/** The same form without blank rows; a sale keeps one item, whose faults say what it needs. */
export function withoutBlankRows(written: FieldTexts): FieldTexts {
  const names = Object.keys(saleLists) as ListName[];
  return names.reduce((sofar, list) => {
    const rows = rowsOf(sofar, list);
    const kept = rows.filter((row) => !isBlankRow(row, meant[list]));
    return withRows(sofar, list, list === 'items' && kept.length === 0 ? rows.slice(0, 1) : kept);
  }, written);
}

/**
 * The items with other costs, insurance and freight, less discounts, before taxes that are added to prices: a text with two decimals; null when a
 * figure is not a number.
 */
export function totalOf(written: FieldTexts): string | null {
  const figure = (text: string | undefined) => decimal(plainDecimal(text?.trim() ?? ''));
  try {
    const lines = rowsOf(written, 'items').map(({ quantity, unitValue, discount }) =>
      round2(figure(quantity).times(figure(unitValue))).minus(figure(discount)),
    );
    const added = ['otherCosts', 'insurance', 'transport.freightValue'].map((name) => figure(written[name]));
    const whole = [...lines, ...added].reduce((sum, each) => sum.plus(each), decimal(null));
    return money(round2(whole.minus(figure(written['discount']))));
  } catch {
    return null; // what is no number is told beside its field
  }
}

/** How a sum is paid in installments: how many, the day of the first, and how many days lie between two. */
export type Division = { total: string; times: number; first: string; days: number };

/** The sum in equal installments; the cents that are left over go to the first. */
export function installmentsOf({ total, times, first, days }: Division): Row[] {
  const each = decimal(total).dividedBy(times).toDecimalPlaces(2, 1);
  const rest = decimal(total).minus(each.times(times));
  const start = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: times }, (_, at) => ({
    dueDate: new Date(start + at * days * 86_400_000).toISOString().slice(0, 10),
    value: money(at === 0 ? each.plus(rest) : each).replace('.', ','),
    number: String(at + 1).padStart(3, '0'),
  }));
}
