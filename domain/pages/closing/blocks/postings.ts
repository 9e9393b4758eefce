import type { ClosingTotals } from '../../../closings/summary.ts';
import { addedMoney } from '../../../money.ts';
import type { Markup } from '../../html/markup.ts';
import { serviceCodeMask } from '../../../masks.ts';
import { money } from '../../html/numbers.ts';
import { form } from '../form.ts';
import { type Column, type Row, table } from '../table.ts';
import { count } from '../words.ts';

const firstCm = 1.4;
const amountColumns = (titles: readonly string[], leftCm: number): Column[] =>
  titles.map((title) => ({ title, widthCm: (form.rightCm - leftCm) / titles.length, isNumber: true }));

/** Sums by CFOP: those of the largest value first, the others in one row. */
export function byCfop({ byCfop: sums }: ClosingTotals, rowCount: number): Markup {
  const columns = [
    { title: 'CFOP', widthCm: firstCm },
    ...amountColumns(['Valor contábil (R$)', 'Base do ICMS', 'ICMS', 'ICMS-ST'], firstCm),
  ];
  const amounts = sums.map(({ cfop, operationValue, icmsBase, icms, st }) => ({
    name: cfop,
    amounts: [operationValue, icmsBase, icms, st],
  }));
  return table('Mercadorias por CFOP', columns, largestFirst(amounts, rowCount));
}

/** Sums by national code of the service, in the same way. */
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
  return table('Serviços por código nacional', columns, largestFirst(amounts, rowCount));
}

type Sums = { name: string; notes?: number; amounts: readonly string[] };

/** At most `rowCount` rows, of which the last is the total where there is more than one to add. */
function largestFirst(sums: readonly Sums[], rowCount: number): Row[] {
  const sorted = [...sums].sort((a, b) => Number(b.amounts[0]) - Number(a.amounts[0]));
  if (sorted.length <= 1) return sorted.map(rowOf);
  const total = { ...rowOf(added('Total', sorted)), kind: 'total' as const };
  if (sorted.length + 1 <= rowCount) return [...sorted.map(rowOf), total];
  const kept = sorted.slice(0, Math.max(0, rowCount - 2));
  const others = sorted.slice(kept.length);
  const rest = { ...rowOf(added(`demais ${count(others.length)}`, others)), kind: 'rest' as const };
  return [...kept.map(rowOf), rest, total];
}

/** How many rows all of so many sums take. */
export function postingRowCount(sumCount: number): number {
  return sumCount <= 1 ? sumCount : sumCount + 1;
}

function rowOf({ name, notes, amounts }: Sums): Row {
  return { cells: [name, ...(notes === undefined ? [] : [count(notes)]), ...amounts.map(money)] };
}

function added(name: string, sums: readonly Sums[]): Sums {
  const amounts = (sums[0]?.amounts ?? []).map((_, at) => addedMoney(sums.map((each) => each.amounts[at])));
  if (sums[0]?.notes === undefined) return { name, amounts };
  return { name, notes: sums.reduce((total, { notes = 0 }) => total + notes, 0), amounts };
}

/** What stands where a month has neither goods nor services. */
export function noPostings(): Markup {
  const nothing = [{ cells: ['Nenhuma nota autorizada'] }];
  return table('Lançamentos', [{ title: '', widthCm: form.rightCm }], nothing, { headers: false });
}
