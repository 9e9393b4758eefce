import { taxKinds } from '../../../closings/facts.ts';
import { taxTitles } from '../../../closings/manifest-columns.ts';
import type { ClosingTotals } from '../../../closings/summary.ts';
import { traitsOf } from '../../../document-types.ts';
import type { Markup } from '../../html/markup.ts';
import { isNonZero, money } from '../../html/numbers.ts';
import { form } from '../form.ts';
import { type Row, table, tableCm } from '../table.ts';
import { count, counted } from '../words.ts';

/** How many notes there are of each type, and of what value. */
export function byType({ byType: types, authorized, cancelled }: ClosingTotals): Markup {
  const columns = [
    { title: 'Tipo', widthCm: 1.5 },
    { title: 'Autorizadas', widthCm: 1.6, isNumber: true },
    { title: 'Canceladas', widthCm: 1.6, isNumber: true },
    { title: 'Valor (R$)', widthCm: 2.5, isNumber: true },
  ];
  const rows: Row[] = types.map((row) => ({
    cells: [traitsOf[row.type].title, count(row.authorized), count(row.cancelled), money(row.totalValue)],
  }));
  const total: Row = {
    kind: 'total',
    cells: ['Total', count(authorized.count), count(cancelled.count), money(authorized.totalValue)],
  };
  return table('Notas por tipo', columns, [...rows, total]);
}

export function byTypeCm({ byType: types }: ClosingTotals): number {
  return tableCm(types.length + 1);
}

/** Taxes by kind, as many as there are rows. */
export function taxes(totals: ClosingTotals, rowCount: number): Markup {
  const columns = [
    { title: 'Imposto', widthCm: form.leftCm - 2.5 },
    { title: 'Valor (R$)', widthCm: 2.5, isNumber: true },
  ];
  const rows = taxRows(totals);
  if (rows.length === 0) return table('Impostos das notas', columns, [{ cells: ['Nenhum imposto destacado'] }]);
  if (rows.length <= rowCount) return table('Impostos das notas', columns, rows);
  const left = counted(rows.length - rowCount + 1, 'imposto', 'impostos');
  const rest: Row = { kind: 'rest', cells: [`mais ${left} no manifesto`] };
  return table('Impostos das notas', columns, [...rows.slice(0, rowCount - 1), rest]);
}

/** How many rows all taxes take. */
export function taxRowCount(totals: ClosingTotals): number {
  return Math.max(1, taxRows(totals).length);
}

function taxRows({ taxes: amounts }: ClosingTotals): Row[] {
  return taxKinds.flatMap((kind) => {
    const amount = amounts[kind];
    return isNonZero(amount) ? [{ cells: [taxTitles[kind], money(amount)] }] : [];
  });
}
