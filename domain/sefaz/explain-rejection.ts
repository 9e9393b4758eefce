import { explainer } from '../rejections/explain.ts';
import { afterwards } from './rejections/afterwards/afterwards.ts';
import { ofEvents } from './rejections/afterwards/events.ts';
import { catalogue } from './rejections/catalogue.ts';
import { generalExplanation } from './rejections/general.ts';

/** Explains a code and words of a SEFAZ (cStat and xMotivo), or our own words about an NF-e where the code is null. */
export const explainRejection = explainer({
  catalogue,
  general: generalExplanation,
  ofEvents,
  afterwards,
  placed: atItem,
});

/** The authority counts items from 1 (`[nItem: 3]`, `[nItem:3; NCM esperada: ...]`), the API from 0. */
function atItem(field: string, words: string): string {
  const number = Number(/\[\s*nItem:?\s*([1-9][0-9]{0,2})\b/i.exec(words)?.[1] ?? 0);
  return number === 0 ? field : field.replace('items[]', `items[${number - 1}]`);
}
