import type { NumberRange, SeriesNumbers } from '../../closings/summary.ts';
import { traitsOf } from '../../document-types.ts';
import type { Markup } from '../html/markup.ts';
import { textWidth } from '../html/text.ts';
import { count } from '../html/values.ts';
import {
  type TableColumn,
  contentPt,
  counted,
  family,
  form,
  innerCm,
  type TableRow,
  closingTable,
  type Warning,
} from './form.ts';
import { missingInWords, missingNumbers } from './heading.ts';

const counts: TableColumn[] = [
  { title: 'Série', widthCm: 2.4 },
  { title: 'Do número', widthCm: 1.8, isNumber: true },
  { title: 'Ao número', widthCm: 1.8, isNumber: true },
  { title: 'Autorizadas', widthCm: 1.6, isNumber: true },
  { title: 'Canceladas', widthCm: 1.5, isNumber: true },
  { title: 'Inutilizadas', widthCm: 1.6, isNumber: true },
  { title: 'Em aberto', widthCm: 1.4, isNumber: true },
];
const gapsColumn: TableColumn = {
  title: 'Lacunas: números que ninguém usou',
  widthCm: form.widthCm - counts.reduce((total, { widthCm }) => total + widthCm, 0),
  isApart: true,
};

/** The numbers of each series. Where not all series fit, those with gaps come first. */
export function numbering(series: readonly SeriesNumbers[], rowCount: number): Markup {
  const columns = [...counts, gapsColumn];
  const note = missingNumbers(series) === 0 ? 'Nenhuma lacuna' : { warning: missingInWords(series) };
  const rows = series.length === 0 ? [{ cells: ['Nenhum número'] }] : rowsOf(series, rowCount);
  return closingTable('Numeração', columns, rows, { note });
}

function rowsOf(series: readonly SeriesNumbers[], rowCount: number): TableRow[] {
  if (series.length <= rowCount) return series.map(rowOf);
  const byGaps = [...series].sort((a, b) => missingNumbers([b]) - missingNumbers([a]));
  const kept = new Set(byGaps.slice(0, rowCount - 1));
  const others = series.filter((each) => !kept.has(each));
  return [...series.filter((each) => kept.has(each)).map(rowOf), restOf(others)];
}

function rowOf(numbers: SeriesNumbers): TableRow {
  const { type, series, previous, first, last, gaps } = numbers;
  const bounds = { startNumber: previous === null ? first : previous + 1, endNumber: last };
  const open = openCount(numbers, bounds);
  return {
    cells: [
      `${traitsOf[type].title} série ${series}`,
      String(bounds.startNumber),
      String(last),
      count(numbers.authorized),
      count(numbers.cancelled.length),
      count(within(numbers.inutilized, bounds)),
      open === 0 ? '0' : { warning: count(open) },
      gaps.length === 0 ? 'nenhuma' : { warning: rangesInWords(gaps) },
    ],
  };
}

/** One row for the series that did not get a row. */
function restOf(others: readonly SeriesNumbers[]): TableRow {
  const sum = (of: (numbers: SeriesNumbers) => number): string =>
    count(others.reduce((all, each) => all + of(each), 0));
  const bounds = ({ first, last }: SeriesNumbers): NumberRange => ({ startNumber: first, endNumber: last });
  const missing = missingNumbers(others);
  return {
    kind: 'rest',
    cells: [
      `mais ${counted(others.length, 'série', 'séries')}`,
      '',
      '',
      sum(({ authorized }) => authorized),
      sum(({ cancelled }) => cancelled.length),
      sum((each) => within(each.inutilized, bounds(each))),
      sum((each) => openCount(each, bounds(each))),
      missing === 0 ? 'nenhuma' : { warning: counted(missing, 'número', 'números') },
    ] satisfies (string | Warning)[],
  };
}

function openCount({ open, inutilizing }: SeriesNumbers, bounds: NumberRange): number {
  return open.length + within(inutilizing, bounds);
}

/** How many numbers of the ranges lie within the bounds. */
function within(ranges: readonly NumberRange[], bounds: NumberRange): number {
  return ranges.reduce((total, { startNumber, endNumber }) => {
    const count = Math.min(endNumber, bounds.endNumber) - Math.max(startNumber, bounds.startNumber) + 1;
    return total + Math.max(0, count);
  }, 0);
}

/** `12 a 15, 19`: as many ranges as fit, and how many more there are. */
function rangesInWords(ranges: readonly NumberRange[]): string {
  const each = ranges.map(({ startNumber, endNumber }) =>
    startNumber === endNumber ? String(startNumber) : `${startNumber} a ${endNumber}`,
  );
  for (let kept = Math.min(each.length, 20); kept > 1; kept--) {
    const words = withRest(each, kept);
    if (textWidth(words, contentPt, 'bold', family) <= innerCm(gapsColumn)) return words;
  }
  return withRest(each, 1);
}

function withRest(each: readonly string[], kept: number): string {
  const left = each.length - kept;
  const words = each.slice(0, kept).join(', ');
  return left === 0 ? words : `${words} e mais ${counted(left, 'intervalo', 'intervalos')}`;
}
