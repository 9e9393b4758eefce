import arimo from './arimo-advances.json' with { type: 'json' };
import tinos from './tinos-advances.json' with { type: 'json' };

/** The metric twins of Times New Roman and of Arial. */
export type FontFamily = 'Tinos' | 'Arimo';
export type FontWeight = 'regular' | 'bold';

const cmPerPoint = 2.54 / 72;
const tables = { Tinos: advancesOf(tinos), Arimo: advancesOf(arimo) };

/**
 * Width in centimetres of one line of text, without kerning or ligatures. A character that the font's Latin part does not have counts
 * one em.
 */
export function textWidth(
  text: string,
  sizePt: number,
  weight: FontWeight = 'regular',
  family: FontFamily = 'Tinos',
): number {
  const { unitsPerEm, [weight]: table } = tables[family];
  let units = 0;
  for (const character of text) units += table.get(character) ?? unitsPerEm;
  return (units / unitsPerEm) * sizePt * cmPerPoint;
}

type Advances = { unitsPerEm: number } & Record<FontWeight, Record<string, number>>;

function advancesOf({ unitsPerEm, regular, bold }: Advances) {
  return { unitsPerEm, regular: new Map(Object.entries(regular)), bold: new Map(Object.entries(bold)) };
}
