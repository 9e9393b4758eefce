import type { Chapter, Explanation } from './explanation.ts';

/** A rejection explained to the caller: its original words, why it happens and what to do, in Portuguese. */
export type Rejection = {
  /** The authority's code; null where it was not the authority that refused. */
  code: string | null;
  message: string;
  cause: string;
  fix: string;
  /** The field to look at, as the API names it; the item that the authority named is filled in (`items[2].ncm`). */
  field?: string;
};

/** What we know of the refusals of one authority. */
export type Refusals = {
  /** By code, and in the order of the chapters; a code stands in one chapter only. */
  catalogue: readonly (readonly [code: string, Explanation])[];
  /** The explanation of a code that the catalogue does not have, or of a refusal of our own (null). */
  general: (code: string | null, words: string) => Explanation;
  /** What stands in the place of the catalogue's word where the refusal is of an event of that kind (tpEvento). */
  ofEvents?: Readonly<Record<string, Chapter>>;
  /** How to issue the document once `field` is mended, which depends on where its value is kept; empty where the fix already says it. */
  afterwards: (field: string | undefined) => string;
  /** A field with the place filled in that the authority's words name. */
  placed: (field: string, words: string) => string;
};

/** Explains an authority's code and words, or our own words where the code is null; `tpEvento` is that of the event that was refused. */
export type Explain = (code: string | null, words: string, tpEvento?: string) => Rejection;

export function explainer({ catalogue, general, ofEvents = {}, afterwards, placed }: Refusals): Explain {
  const explanations = new Map(catalogue);
  return (code, words, tpEvento = '') => {
    const known = code === null ? undefined : (ofEvents[tpEvento]?.[code] ?? explanations.get(code));
    const { cause, fix, field } = known ?? general(code, words);
    const ending = known ? afterwards(field) : '';
    return {
      code,
      message: words,
      cause,
      fix: ending ? `${fix} ${ending}` : fix,
      ...(field === undefined ? {} : { field: placed(field, words) }),
    };
  };
}

/** The first field that a refusal of our own names; it has one per line, as `items[0].cfop: O CFOP...`. */
export function namedField(words: string): { field?: string } {
  const field = /^([a-z]\w*(?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)*): /m.exec(words)?.[1];
  return field === undefined ? {} : { field };
}
