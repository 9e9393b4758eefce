import advances from './tinos-advances.json' with { type: 'json' };

export type FontWeight = 'regular' | 'bold';

const cmPerPoint = 2.54 / 72;
const tables: Record<FontWeight, Map<string, number>> = {
  regular: new Map(Object.entries(advances.regular)),
  bold: new Map(Object.entries(advances.bold)),
};

/**
 * Width in centimetres of one line of text in Tinos, the metric twin of Times New Roman, without kerning or ligatures. A character that
 * the font's Latin part does not have counts one em.
 */
export function textWidth(text: string, sizePt: number, weight: FontWeight = 'regular'): number {
  const table = tables[weight];
  let units = 0;
  for (const character of text) units += table.get(character) ?? advances.unitsPerEm;
  return (units / advances.unitsPerEm) * sizePt * cmPerPoint;
}
