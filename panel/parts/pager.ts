import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { count } from './words.ts';

/** A position in a list of pages. */
export type ListedPage = { page: number; pageSize: number; total: number };

/** The page that an address asks for; the first for text that makes no sense. */
export function pageIn(asked: unknown): number {
  const page = Number(asked ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The query of an address, with its question mark; empty without values. */
export function addressQuery(said: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(said))
    if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

type PagerWords = {
  /** The words for one row and for several; without them a list of one page says nothing of its length. */
  rows?: readonly [one: string, several: string];
  /** The words of the links to the pages before and after. */
  ways?: readonly [back: string, on: string];
};

/** The words for a list that has the newest first. */
export const byAge = ['Mais novas', 'Mais antigas'] as const;

/** The position in a list, and links to the pages before and after. */
export function pager(
  addressOf: (page: number) => string,
  { total, page, pageSize }: ListedPage,
  { rows, ways = ['Anteriores', 'Seguintes'] }: PagerWords,
): Markup | undefined {
  if (total <= pageSize) {
    return rows && html`<p class="pager">${count(total)} ${total === 1 ? rows[0] : rows[1]}</p>`;
  }
  const [first, last] = [(page - 1) * pageSize + 1, Math.min(page * pageSize, total)];
  const link = (to: number, rel: string, words: string): Markup =>
    html`<a rel="${rel}" href="${addressOf(to)}">${words}</a>`;
  return html`<nav class="pager" aria-label="Páginas">
    <span>${count(first)} a ${count(last)} de ${count(total)}</span>
    ${page > 1 ? link(page - 1, 'prev', ways[0]) : undefined}
    ${last < total ? link(page + 1, 'next', ways[1]) : undefined}
  </nav>`;
}

/** Makes addresses of the pages of a list that only has a search. */
export function searchedAt(address: string, search = ''): (page: number) => string {
  return (page) => {
    const query = new URLSearchParams({ ...(search ? { busca: search } : {}), pagina: String(page) });
    return `${address}?${query.toString()}`;
  };
}
