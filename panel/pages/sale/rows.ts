import { decimal, money, round2 } from '../../../domain/money.ts';
import { plainDecimal } from '../../forms/read.ts';
import { isBlank, readRows, type Row, type RowList, type Written, writeRows } from '../../forms/rows.ts';
import { type ListName, lists } from './fields.ts';

const listOf = (name: ListName): RowList => ({ name, most: lists[name] });

/** The rows of a list, in their order; numbers that nobody sent leave no gap. */
export function rowsOf(written: Written, list: ListName): Row[] {
  return readRows(written, listOf(list));
}

/** The same form with other rows in a list. */
export function withRows(written: Written, list: ListName, rows: readonly Row[]): Written {
  return writeRows(written, listOf(list), rows);
}

export function withRow(written: Written, list: ListName, row: Row): Written {
  return withRows(written, list, [...rowsOf(written, list), row]);
}

export function withoutRow(written: Written, list: ListName, index: number): Written {
  return withRows(
    written,
    list,
    rowsOf(written, list).filter((_row, at) => at !== index),
  );
}

/** Fields of which one at least is filled in where somebody meant a row; in the other lists it is any: theirs begin empty. */
const meant: Partial<Record<ListName, readonly string[]>> = {
  items: ['description', 'code', 'unitValue', 'productId'],
  payments: ['method', 'value'],
  duplicates: ['dueDate', 'value'],
};

/** The same form without rows in which nobody has written anything; a sale keeps one line, whose faults say what it needs. */
export function withoutBlankRows(written: Written): Written {
  const names = Object.keys(lists) as ListName[];
  return names.reduce((sofar, list) => {
    const rows = rowsOf(sofar, list);
    const kept = rows.filter((row) => !isBlank(row, meant[list]));
    return withRows(sofar, list, list === 'items' && kept.length === 0 ? rows.slice(0, 1) : kept);
  }, written);
}

/** What the lines amount to, before taxes that are added to prices: two decimals; null where a figure is none. */
export function totalOf(written: Written): string | null {
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

/** The sum in equal installments; the cents that are left over are in the first. */
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
