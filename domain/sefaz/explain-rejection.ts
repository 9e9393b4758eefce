import { afterwards } from './rejections/afterwards/afterwards.ts';
import { catalogue } from './rejections/catalogue.ts';
import { generalExplanation } from './rejections/general.ts';

/** A rejection explained to the caller: its original words, why it happens and what to do, in Portuguese. */
export type Rejection = {
  /** cStat; null where it was not the authority that refused. */
  code: string | null;
  message: string;
  cause: string;
  fix: string;
  /** The field to look at, as the API names it; the item that the authority named is filled in (`items[2].ncm`). */
  field?: string;
};

const explanations = new Map(catalogue);

/** Explains the authority's code and words (cStat and xMotivo), or our own words where the code is null. */
export function explainRejection(cStat: string | null, words: string): Rejection {
  const known = cStat === null ? undefined : explanations.get(cStat);
  const { cause, fix, field } = known ?? generalExplanation(cStat, words);
  const ending = known ? afterwards(field) : '';
  return {
    code: cStat,
    message: words,
    cause,
    fix: ending ? `${fix} ${ending}` : fix,
    ...(field === undefined ? {} : { field: atItem(field, words) }),
  };
}

/** The authority counts items from 1 (`[nItem: 3]`, `[nItem:3; NCM esperada: ...]`), the API from 0. */
function atItem(field: string, words: string): string {
  const number = Number(/\[\s*nItem:?\s*([1-9][0-9]{0,2})\b/i.exec(words)?.[1] ?? 0);
  return number === 0 ? field : field.replace('items[]', `items[${number - 1}]`);
}
