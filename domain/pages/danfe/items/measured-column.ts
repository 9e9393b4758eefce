import type { XmlElement } from '../../../xml/reader.ts';
import { textWidth } from '../../html/text-width.ts';
import { paddingCm, smallPt } from '../drawing/type-size.ts';
import type { ItemColumn } from './item-column.ts';

const columnTitlePt = 5;

/** A column with the text of each item, as wide as the widest of them; the elastic one has no width of its own. */
export type MeasuredColumn = ItemColumn & { texts: string[]; widthCm: number };

export function measured(column: ItemColumn, items: readonly XmlElement[]): MeasuredColumn {
  const texts = items.map(column.text);
  if (column.isElastic) return { ...column, texts, widthCm: 0 };
  const widestCm = texts.reduce((widest, text) => Math.max(widest, textWidth(text, smallPt)), titleCm(column.title));
  return { ...column, texts, widthCm: Math.min(widestCm, column.widestCm ?? widestCm) + 2 * paddingCm };
}

/** Columns that may stand one above the other in one place, and its title (MOC 7.0 Anexo II §3.2), in the order in which they do so. */
const pairs: readonly { upper: string; lower: string; title: string }[] = [
  { upper: 'ALÍQ.\nICMS', lower: 'ALÍQ.\nIPI', title: 'ALÍQ. ICMS\nALÍQ. IPI' },
  { upper: 'B. CÁLC.\nICMS', lower: 'B. CÁLC.\nICMS ST', title: 'BC ICMS\nBC ICMS ST' },
  { upper: 'VALOR\nICMS', lower: 'VALOR\nICMS ST', title: 'VALOR ICMS\nV. ICMS ST' },
  { upper: 'VALOR\nUNIT.', lower: 'VALOR\nDESC.', title: 'VALOR UNIT.\nVALOR DESC.' },
  { upper: 'CST /\nCSOSN', lower: 'CFOP', title: 'CST/CSOSN\nCFOP' },
  { upper: 'UN', lower: 'QUANT.', title: 'UN\nQUANT.' },
];

/** Puts one pair after the other into one place, until it is enough. */
export function sharing(
  columns: readonly MeasuredColumn[],
  isEnough: (columns: readonly MeasuredColumn[]) => boolean,
): readonly MeasuredColumn[] {
  return pairs.reduce((shared, { upper, lower, title }) => {
    const above = shared.find((column) => column.title === upper);
    const below = shared.find((column) => column.title === lower);
    if (!above || !below || isEnough(shared)) return shared;
    const both = { ...together(above, below), title, widthCm: Math.max(above.widthCm, below.widthCm, placeCm(title)) };
    return shared.flatMap((column) => (column === above ? [both] : column === below ? [] : [column]));
  }, columns);
}

function together(above: MeasuredColumn, below: MeasuredColumn): MeasuredColumn {
  return { ...above, texts: above.texts.map((text, index) => `${text}\n${below.texts[index] ?? ''}`) };
}

function placeCm(title: string): number {
  return titleCm(title) + 2 * paddingCm;
}

function titleCm(title: string): number {
  return Math.max(...title.split('\n').map((line) => textWidth(line, columnTitlePt)));
}
