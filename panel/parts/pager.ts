import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { count } from './words.ts';

/** Where in a list one is. */
export type ListedPage = { page: number; pageSize: number; total: number };

/** Which page of a list an address asks for; the first where it says nothing of sense. */
export function pageIn(asked: unknown): number {
  const page = Number(asked ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** What a list is asked for, as the part of an address behind its path, with its question mark; empty where nothing is asked for. */
export function addressQuery(said: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(said))
    if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

type PagerWords = {
  /** What one of the list is called, and several; absent where a list of one page says nothing of how many. */
  rows?: readonly [one: string, several: string];
  /** The ways to its neighbours. */
  ways?: readonly [back: string, on: string];
};

/** The ways through a list that has the newest first. */
export const byAge = ['Mais novas', 'Mais antigas'] as const;

/** Where in a list one is, and the way to its neighbours. */
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

/** The address of a page of a list that is narrowed by a search alone. */
export function searchedAt(address: string, search = ''): (page: number) => string {
  return (page) => {
    const query = new URLSearchParams({ ...(search ? { busca: search } : {}), pagina: String(page) });
    return `${address}?${query.toString()}`;
  };
}
