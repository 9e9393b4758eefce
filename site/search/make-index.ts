import type { PageKind, SitePage } from '../page.ts';
import type { OperationMatch } from '../reference-contract.ts';
import { type SearchIndex, searchWords } from './find.ts';
import synonyms from './synonyms.json' with { type: 'json' };

/** Weight of each kind of page among pages that have the same words. */
const worth: Readonly<Record<PageKind, number>> = {
  ...{
    inicio: 0.8,
    conceito: 1.2,
    guia: 1.4,
    servidor: 1.3,
    evento: 1,
    rejeicao: 0.8,
    erro: 1,
    campo: 0,
    operacao: 0,
    lista: 0.9,
    english: 0.5,
  },
};

/**
 * Makes the search index: the weight of each word for each page follows from where the word stands. The number of a rejection weighs more than any
 * word.
 */
export function makeIndex(pages: readonly SitePage[], operations: readonly OperationMatch[]): SearchIndex {
  const words = new Map<string, number[]>();
  const add = (place: number, weights: Map<string, number>): void => {
    for (const [word, weight] of weights) {
      const postings = words.get(word) ?? [];
      postings.push(place, Math.max(1, Math.round(weight)));
      words.set(word, postings);
    }
  };
  pages.forEach((page, place) => add(place, weightsOf(page)));
  operations.forEach(({ title, words: more, worth: scale }, at) => {
    add(
      pages.length + at,
      weighed(
        [
          [title, 5],
          [more, 4],
        ],
        scale,
      ),
    );
  });
  return {
    pages: [
      ...pages.map(({ path, title, kind }): [string, string, string] => [path, title, kind]),
      ...operations.map(({ path, title }): [string, string, string] => [path, title, 'operacao']),
    ],
    words: Object.fromEntries([...words].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    synonyms: Object.fromEntries(
      Object.entries(synonyms.synonyms).map(([said, meant]) => [
        searchWords(said).join(' '),
        searchWords(meant).join(' '),
      ]),
    ),
  };
}

function weightsOf({ title, summary, keywords, kind, markdown }: SitePage): Map<string, number> {
  const text = markdown();
  const isShort = kind === 'rejeicao' || kind === 'lista' || kind === 'english';
  const headings = [...text.matchAll(/^#{2,4} (.+)$/gm)].map(([, heading]) => heading).join(' ');
  return weighed(
    [
      [title, 8],
      [keywords.join(' '), kind === 'rejeicao' ? 20 : 9],
      [summary, 3],
      // Texts below the title of a list or a rejection stand on other pages, too.
      ...(kind === 'english' || !isShort ? [[headings, 4] as const] : []),
      ...(isShort ? [] : [[text.replaceAll(/```.*?```/gs, ' '), 1] as const]),
    ],
    10 * worth[kind],
  );
}

/** The weight of each word: the sum over the texts that have it. In a long title, long keywords or headings each word weighs less. */
function weighed(texts: readonly (readonly [text: string, weight: number])[], scale: number): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [text, weight] of texts) {
    const found = searchWords(text);
    const crowd = weight > 3 && weight < 20 ? 1 / (1 + found.length / 40) : 1;
    for (const word of new Set(found)) weights.set(word, (weights.get(word) ?? 0) + weight * crowd);
  }
  for (const [word, weight] of weights) weights.set(word, weight * scale);
  return weights;
}
