import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { textWidth, wrapText } from '../../html/text.ts';
import { brazilianDecimal, brazilianMoney } from '../../html/values.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { paddingCm, smallPt } from '../fields.ts';
import type { Sheet } from '../sheet.ts';
import { itemDetails, itemTaxes } from './item-details.ts';

/** The least width of the description, about six words: below it other columns share a place. */
const narrowElasticCm = 4;

export type PlacedColumn = Pick<ItemColumn, 'title' | 'align' | 'isElastic'> & { leftCm: number; widthCm: number };

/** One item in lines: those of its cells, by column, and below them those that go from the description to the right edge. */
export type ItemRow = { cells: string[][]; below: string[]; lineCount: number };

export type ItemTable = { columns: PlacedColumn[]; rows: ItemRow[] };

/** Measures and breaks all items. Each column is as wide as its widest text; the description gets the rest of the print width. */
export function itemTable({ infNFe }: AuthorizedNote, sheet: Sheet): ItemTable {
  const items = children(infNFe, 'det');
  const columns = placed(
    sheet,
    fitting(sheet, itemColumns.map((column) => measured(column, items)).filter(hasContent)),
  );
  const belowCm = belowWidth(sheet, columns);
  const rows = items.map((det, index): ItemRow => {
    const cells = columns.map((column) => cellLines(column, column.texts[index] ?? ''));
    const below = [itemDetails(det), itemTaxes(det), itemReference(det)].flatMap((text) =>
      wrapText(text, belowCm, { sizePt: smallPt }),
    );
    return { cells, below, lineCount: Math.max(...cells.map((lines) => lines.length)) + below.length };
  });
  return { columns, rows };
}

function hasContent({ isSuppressible, texts }: MeasuredColumn): boolean {
  return !isSuppressible || texts.some((text) => /[1-9]/.test(text));
}

/**
 * Columns that leave the description enough room. None is left out: those that may share a place do so, one pair after the other, until the rest is
 * wide enough.
 */
function fitting(sheet: Sheet, columns: readonly MeasuredColumn[]): readonly MeasuredColumn[] {
  return sharing(columns, (shared) => remainder(sheet, shared) >= narrowElasticCm);
}

function remainder(sheet: Sheet, columns: readonly MeasuredColumn[]): number {
  return sheet.printWidthCm - columns.reduce((sum, { widthCm }) => sum + widthCm, 0);
}

function placed(sheet: Sheet, columns: readonly MeasuredColumn[]): (MeasuredColumn & PlacedColumn)[] {
  const elasticCm = remainder(sheet, columns);
  let nextLeft = sheet.leftCm;
  return columns.map((column) => {
    const leftCm = nextLeft;
    const widthCm = column.isElastic ? elasticCm : column.widthCm;
    nextLeft += widthCm;
    return { ...column, leftCm, widthCm };
  });
}

function cellLines(column: MeasuredColumn & PlacedColumn, text: string): string[] {
  if (!column.isElastic && !column.widestCm) return text.split('\n');
  // The column is exactly as wide as its widest text; the margin keeps binary rounding from breaking that text.
  const innerCm = column.widthCm - 2 * paddingCm + 0.001;
  return text.split('\n').flatMap((paragraph) => wrapText(paragraph, innerCm, { sizePt: smallPt }));
}

function belowWidth(sheet: Sheet, columns: readonly PlacedColumn[]): number {
  const elastic = columns.find(({ isElastic }) => isElastic);
  return sheet.leftCm + sheet.printWidthCm - (elastic?.leftCm ?? 0) - 2 * paddingCm;
}

/** The document, or its item, that this item refers to (VC01); empty where there is none. */
function itemReference(det: XmlElement): string {
  const key = textOf(det, 'DFeReferenciado', 'chaveAcesso');
  const number = textOf(det, 'DFeReferenciado', 'nItem');
  return [key && `Ref. ${key}`, number && `item ${number}`].filter(Boolean).join(' ');
}

/** A column of the item table; `title` and `text` may have several lines. */
type ItemColumn = {
  title: string;
  align: 'left' | 'center' | 'right';
  text: (det: XmlElement) => string;
  /** Whether the column is left out if no item has a value. */
  isSuppressible?: boolean;
  /** Text wraps at this width in centimetres. */
  widestCm?: number;
  /** Whether it gets the width that the other columns leave; only the description does. */
  isElastic?: boolean;
};

/** The columns, in the order that MOC 7.0 Anexo II §3.2 requires. */
const itemColumns: readonly ItemColumn[] = [
  { title: 'CÓDIGO', align: 'left', text: product('cProd'), widestCm: 2 },
  { title: 'DESCRIÇÃO DO PRODUTO / SERVIÇO', align: 'left', text: description, isElastic: true },
  { title: 'NCM/SH', align: 'center', text: product('NCM') },
  { title: 'CST /\nCSOSN', align: 'center', text: situation },
  { title: 'CFOP', align: 'center', text: product('CFOP') },
  { title: 'UN', align: 'center', text: product('uCom') },
  { title: 'QUANT.', align: 'right', text: (det) => decimalAsWritten(textOf(det, 'prod', 'qCom')) },
  { title: 'VALOR\nUNIT.', align: 'right', text: (det) => brazilianDecimal(textOf(det, 'prod', 'vUnCom'), 2) },
  {
    title: 'VALOR\nDESC.',
    align: 'right',
    text: (det) => brazilianMoney(textOf(det, 'prod', 'vDesc')),
    isSuppressible: true,
  },
  { title: 'VALOR\nTOTAL', align: 'right', text: (det) => brazilianMoney(textOf(det, 'prod', 'vProd')) },
  { title: 'B. CÁLC.\nICMS', align: 'right', text: (det) => icms(det, 'vBC') ?? '0,00' },
  { title: 'B. CÁLC.\nICMS ST', align: 'right', text: (det) => icms(det, 'vBCST') ?? '0,00', isSuppressible: true },
  { title: 'VALOR\nICMS', align: 'right', text: (det) => icms(det, 'vICMS') ?? '0,00' },
  { title: 'VALOR\nICMS ST', align: 'right', text: (det) => icms(det, 'vICMSST') ?? '0,00', isSuppressible: true },
  { title: 'VALOR\nIPI', align: 'right', text: (det) => ipi(det, 'vIPI') ?? '0,00', isSuppressible: true },
  { title: 'ALÍQ.\nICMS', align: 'right', text: (det) => icms(det, 'pICMS') ?? '0,00' },
  { title: 'ALÍQ.\nIPI', align: 'right', text: (det) => ipi(det, 'pIPI') ?? '0,00', isSuppressible: true },
];

function product(tag: string): (det: XmlElement) => string {
  return (det) => textOf(det, 'prod', tag) ?? '';
}

function description(det: XmlElement): string {
  return [textOf(det, 'prod', 'xProd'), textOf(det, 'infAdProd')].filter(Boolean).join('\n');
}

/** Origin with CST or CSOSN: `000`, `0102`. */
function situation(det: XmlElement): string {
  const group = child(det, 'imposto', 'ICMS')?.children[0];
  return group ? ['orig', 'CST', 'CSOSN'].map((tag) => textOf(group, tag) ?? '').join('') : '';
}

function icms(det: XmlElement, tag: string): string | undefined {
  const group = child(det, 'imposto', 'ICMS')?.children[0];
  const value = group && textOf(group, tag);
  return value === undefined ? undefined : brazilianMoney(value);
}

function ipi(det: XmlElement, tag: string): string | undefined {
  const value = textOf(det, 'imposto', 'IPI', 'IPITrib', tag);
  return value === undefined ? undefined : brazilianMoney(value);
}

function decimalAsWritten(value: string | undefined): string {
  return brazilianDecimal(value, value?.split('.')[1]?.length ?? 0);
}

const columnTitlePt = 5;

/** A column with the text of each item, as wide as the widest text; the elastic column has no width of its own. */
type MeasuredColumn = ItemColumn & { texts: string[]; widthCm: number };

function measured(column: ItemColumn, items: readonly XmlElement[]): MeasuredColumn {
  const texts = items.map(column.text);
  if (column.isElastic) return { ...column, texts, widthCm: 0 };
  const widestCm = texts.reduce((widest, text) => Math.max(widest, textWidth(text, smallPt)), titleCm(column.title));
  return { ...column, texts, widthCm: Math.min(widestCm, column.widestCm ?? widestCm) + 2 * paddingCm };
}

/**
 * Columns that may share one place, one above the other (MOC 7.0 Anexo II §3.2 allows two fields), and the title of that place. The first pair shares
 * first.
 */
const pairs: readonly { upper: string; lower: string; title: string }[] = [
  { upper: 'ALÍQ.\nICMS', lower: 'ALÍQ.\nIPI', title: 'ALÍQ. ICMS\nALÍQ. IPI' },
  { upper: 'B. CÁLC.\nICMS', lower: 'B. CÁLC.\nICMS ST', title: 'BC ICMS\nBC ICMS ST' },
  { upper: 'VALOR\nICMS', lower: 'VALOR\nICMS ST', title: 'VALOR ICMS\nV. ICMS ST' },
  { upper: 'VALOR\nUNIT.', lower: 'VALOR\nDESC.', title: 'VALOR UNIT.\nVALOR DESC.' },
  { upper: 'CST /\nCSOSN', lower: 'CFOP', title: 'CST/CSOSN\nCFOP' },
  { upper: 'UN', lower: 'QUANT.', title: 'UN\nQUANT.' },
];

/** Puts one pair after the other into one place, until `isEnough` holds. */
function sharing(
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
