import { taxKinds } from '../../closings/facts.ts';
import { taxTitles } from '../../closings/manifest-csv.ts';
import type { ClosingTotals } from '../../closings/summary.ts';
import { traitsOf } from '../../document-types.ts';
import { serviceCodeMask } from '../../masks.ts';
import { addedMoney } from '../../money.ts';
import type { Markup } from '../html/markup.ts';
import { brazilianMoney, count, isNonZero } from '../html/values.ts';
import { type TableColumn, counted, form, type TableRow, closingTable, tableCm } from './form.ts';

/** Number and value of the notes of each type. */
export function byType({ byType: types, authorized, cancelled }: ClosingTotals): Markup {
  const columns = [
    { title: 'Tipo', widthCm: 1.5 },
    { title: 'Autorizadas', widthCm: 1.6, isNumber: true },
    { title: 'Canceladas', widthCm: 1.6, isNumber: true },
    { title: 'Valor (R$)', widthCm: 2.5, isNumber: true },
  ];
  const rows: TableRow[] = types.map((row) => ({
    cells: [traitsOf[row.type].title, count(row.authorized), count(row.cancelled), brazilianMoney(row.totalValue)],
  }));
  const total: TableRow = {
    kind: 'total',
    cells: ['Total', count(authorized.count), count(cancelled.count), brazilianMoney(authorized.totalValue)],
  };
  return closingTable('Notas por tipo', columns, [...rows, total]);
}

export function byTypeCm({ byType: types }: ClosingTotals): number {
  return tableCm(types.length + 1);
}

/** Taxes by kind, in as many rows as there is room for. */
export function taxes(totals: ClosingTotals, rowCount: number): Markup {
  const columns = [
    { title: 'Imposto', widthCm: form.leftCm - 2.5 },
    { title: 'Valor (R$)', widthCm: 2.5, isNumber: true },
  ];
  const rows = taxRows(totals);
  if (rows.length === 0) return closingTable('Impostos das notas', columns, [{ cells: ['Nenhum imposto destacado'] }]);
  if (rows.length <= rowCount) return closingTable('Impostos das notas', columns, rows);
  const left = counted(rows.length - rowCount + 1, 'imposto', 'impostos');
  const rest: TableRow = { kind: 'rest', cells: [`mais ${left} no manifesto`] };
  return closingTable('Impostos das notas', columns, [...rows.slice(0, rowCount - 1), rest]);
}

/** How many rows the taxes need. */
export function taxRowCount(totals: ClosingTotals): number {
  return Math.max(1, taxRows(totals).length);
}

function taxRows({ taxes: amounts }: ClosingTotals): TableRow[] {
  return taxKinds.flatMap((kind) => {
    const amount = amounts[kind];
    return isNonZero(amount) ? [{ cells: [taxTitles[kind], brazilianMoney(amount)] }] : [];
  });
}

const firstCm = 1.4;
const amountColumns = (titles: readonly string[], leftCm: number): TableColumn[] =>
  titles.map((title) => ({ title, widthCm: (form.rightCm - leftCm) / titles.length, isNumber: true }));

/** Sums by CFOP: the largest first, and one row for those that do not fit. */
export function byCfop({ byCfop: sums }: ClosingTotals, rowCount: number): Markup {
  const columns = [
    { title: 'CFOP', widthCm: firstCm },
    ...amountColumns(['Valor contábil (R$)', 'Base do ICMS', 'ICMS', 'ICMS-ST'], firstCm),
  ];
  const amounts = sums.map(({ cfop, operationValue, icmsBase, icms, st }) => ({
    name: cfop,
    amounts: [operationValue, icmsBase, icms, st],
  }));
  return closingTable('Mercadorias por CFOP', columns, largestFirst(amounts, rowCount));
}

/** Sums by the national code of the service: the largest first, and one row for those that do not fit. */
export function byService({ byService: sums }: ClosingTotals, rowCount: number): Markup {
  const countCm = 1;
  const columns = [
    { title: 'Serviço', widthCm: firstCm },
    { title: 'Notas', widthCm: countCm, isNumber: true },
    ...amountColumns(['Valor (R$)', 'Base do ISS', 'ISS', 'ISS retido'], firstCm + countCm),
  ];
  const amounts = sums.map(({ serviceCode, count: notes, operationValue, issBase, iss, issWithheld }) => ({
    name: serviceCodeMask(serviceCode) ?? serviceCode,
    notes,
    amounts: [operationValue, issBase, iss, issWithheld],
  }));
  return closingTable('Serviços por código nacional', columns, largestFirst(amounts, rowCount));
}

type Sums = { name: string; notes?: number; amounts: readonly string[] };

/** At most `rowCount` rows: the largest sums, one row for the others if there are any, and the total if there is more than one sum. */
function largestFirst(sums: readonly Sums[], rowCount: number): TableRow[] {
  const sorted = [...sums].sort((a, b) => Number(b.amounts[0]) - Number(a.amounts[0]));
  if (sorted.length <= 1) return sorted.map(rowOf);
  const total = { ...rowOf(added('Total', sorted)), kind: 'total' as const };
  if (sorted.length + 1 <= rowCount) return [...sorted.map(rowOf), total];
  const kept = sorted.slice(0, Math.max(0, rowCount - 2));
  const others = sorted.slice(kept.length);
  const rest = { ...rowOf(added(`demais ${count(others.length)}`, others)), kind: 'rest' as const };
  return [...kept.map(rowOf), rest, total];
}

/** How many rows so many sums need, with their total. */
export function postingRowCount(sumCount: number): number {
  return sumCount <= 1 ? sumCount : sumCount + 1;
}

function rowOf({ name, notes, amounts }: Sums): TableRow {
  return { cells: [name, ...(notes === undefined ? [] : [count(notes)]), ...amounts.map(brazilianMoney)] };
}

function added(name: string, sums: readonly Sums[]): Sums {
  const amounts = (sums[0]?.amounts ?? []).map((_, at) => addedMoney(sums.map((each) => each.amounts[at])));
  if (sums[0]?.notes === undefined) return { name, amounts };
  return { name, notes: sums.reduce((total, { notes = 0 }) => total + notes, 0), amounts };
}

/** Stands in place of the postings where a month has neither goods nor services. */
export function noPostings(): Markup {
  const nothing = [{ cells: ['Nenhuma nota autorizada'] }];
  return closingTable('Lançamentos', [{ title: '', widthCm: form.rightCm }], nothing, { headers: false });
}
