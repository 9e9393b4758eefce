/** Weights of a word for pages, in tenths: index of the page in `pages`, weight, index, weight, … */
type Postings = number[];

/** The search index; pages are `[path, title, kind]`. */
export type SearchIndex = {
  pages: [path: string, title: string, kind: string][];
  words: Record<string, Postings>;
  /** Words that people write, and the words of the pages for them. */
  synonyms: Record<string, string>;
};

export type SearchResult = { path: string; title: string; kind: string };

/**
 * The words of a text in the form in which they are looked up: without accents, in lower case, stemmed, `NF-e` and `CC-e` as one word, and without
 * words that occur in every sentence.
 */
export function searchWords(text: string): string[] {
  return text
    .replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) => `${name.toLowerCase()} ${name.replace(/[A-Z]/g, ' $&')}`)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/([a-z0-9])-(?=[a-z]\b)/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !empty.has(word))
    .map(stemOf);
}

const empty = new Set(
  'a o as os um uma de do da dos das em no na nos nas por pelo pela para com sem que se e ou ao aos como qual quais quando onde meu minha meus minhas eu nao foi ser esta este isso isto the of to and or is in it fazer faco faz quero posso preciso consigo tenho'.split(
    ' ',
  ),
);

/** Endings that are cut off, the longest first; a stem of some letters must be left. */
const endings =
  'amentos amento imentos imento adoras adores adora ador acoes acao icoes icao encias encia ancias ancia idades idade aveis avel iveis ivel adas ados idas idos ando endo indo ada ado ida ido aram eram iram coes cao soes sao oes ais eis ar er ir ou am em as os es a o e s'.split(
    ' ',
  );

/** The stem of a word, equal for a family of words: cancelar, cancelada, cancelamento. */
export function stemOf(word: string): string {
  if (/\d/.test(word)) return word;
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= (each.length > 2 ? 4 : 3));
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** Pages with less than this share of the best score are left out, because they have a word of the question by chance. */
const worthShowing = 0.1;

/** The pages that fit a question, the best first. */
export function find(index: SearchIndex, question: string, atMost = 20): SearchResult[] {
  const asked = askedFor(index, question);
  if (asked.length === 0) return [];
  const scores = new Map<number, { sum: number; met: number }>();
  for (const [at, word] of asked.entries()) {
    for (const [place, weight] of met(index, word, at === asked.length - 1)) {
      const score = scores.get(place) ?? { sum: 0, met: 0 };
      scores.set(place, { sum: score.sum + weight, met: score.met + 1 });
    }
  }
  const ranked = [...scores]
    .map(([place, { sum, met: many }]) => ({ place, score: sum * (many / asked.length) ** 2 }))
    .toSorted((one, other) => other.score - one.score || one.place - other.place);
  const best = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ score }) => score >= best * worthShowing)
    .slice(0, atMost)
    .flatMap(({ place }) => {
      const [path, title, kind] = index.pages[place] ?? [];
      return path === undefined || title === undefined || kind === undefined ? [] : [{ path, title, kind }];
    });
}

/** The stems of a question's words; words with a synonym are replaced by those of the pages. */
function askedFor({ synonyms }: SearchIndex, question: string): string[] {
  let text = ` ${searchWords(question).join(' ')} `;
  for (const [said, meant] of Object.entries(synonyms)) text = text.replace(` ${said} `, ` ${meant} `);
  return [...new Set(text.split(' ').filter(Boolean))];
}

/**
 * Pages with the word; with a longer word that begins with it, where it is the last one or no page has it; or where neither exists, with a word that
 * differs by one letter.
 */
function met({ words, pages }: SearchIndex, word: string, isLast: boolean): Map<number, number> {
  const exact = words[word];
  const all = Object.keys(words);
  const isNumber = /^e?\d+$/.test(word);
  const begun =
    word.length >= 2 && (isLast || !exact) && !(isNumber && exact)
      ? all.filter((each) => each.startsWith(word) && each !== word)
      : [];
  const near =
    !exact && begun.length === 0 && word.length >= 4 && !isNumber ? all.filter((each) => isNear(each, word)) : [];
  const best = new Map<number, number>();
  const take = (postings: Postings, share: number): void => {
    const rarity = Math.log(1 + (2 * pages.length) / postings.length);
    for (let at = 0; at < postings.length; at += 2) {
      const [place = 0, weight = 0] = postings.slice(at, at + 2);
      best.set(place, Math.max(best.get(place) ?? 0, share * weight * rarity));
    }
  };
  if (exact) take(exact, 1);
  for (const each of begun) take(words[each] ?? [], exact ? 0.2 : 0.6);
  for (const each of near) take(words[each] ?? [], 0.4);
  return best;
}

/** Whether two words differ by one letter, or by two letters that changed places. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one[0] !== other[0]) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [left, right] = [one.slice(at), other.slice(at)];
  if (left.length > right.length) return left.slice(1) === right;
  if (left.length < right.length) return left === right.slice(1);
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return left.slice(1) === right.slice(1) || isSwapped;
}
