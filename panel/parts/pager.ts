import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { count } from './words.ts';

/** A page of a list, and what it was asked for. */
export type ListedPage = { search: string; page: number; pageSize: number; total: number };

/** Which page of a list an address asks for; the first where it says nothing of sense. */
export function pageIn(asked: unknown): number {
  return Math.max(1, Math.trunc(Number(asked)) || 1);
}

/** Where in a list one is, and the way to its neighbours. `words`: what one is called, and several. */
export function pager(
  address: string,
  { total, page, pageSize, search }: ListedPage,
  words: { one: string; several: string },
): Markup {
  if (total <= pageSize) return html`<p class="pager">${count(total)} ${total === 1 ? words.one : words.several}</p>`;
  const [first, last] = [(page - 1) * pageSize + 1, Math.min(page * pageSize, total)];
  const link = (to: number, rel: string, says: string): Markup => {
    const query = new URLSearchParams({ ...(search ? { busca: search } : {}), pagina: String(to) });
    return html`<a rel="${rel}" href="${address}?${query.toString()}">${says}</a>`;
  };
  return html`<nav class="pager" aria-label="Páginas">
    <span>${count(first)} a ${count(last)} de ${count(total)}</span>
    ${page > 1 ? link(page - 1, 'prev', 'Anteriores') : undefined}
    ${last < total ? link(page + 1, 'next', 'Seguintes') : undefined}
  </nav>`;
}
