import type { SavedView } from '../../../domain/accounts/saved-view.entity.ts';
import type { ActingRole } from '../../../domain/accounts/roles.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { may } from '../../parts/may.ts';
import { filterWithin, listAddress, type ListKey } from './lists.ts';

/** What the list says after a filter was saved or removed. */
export const viewSentences = {
  'filtro-salvo': 'Pronto: o filtro está salvo, e só você o vê.',
  'filtro-removido': 'Pronto: o filtro saiu dos seus. Nada mais mudou.',
};

export type ViewBar = {
  role: ActingRole | undefined;
  /** `/e/{cnpj}` */
  base: string;
  list: ListKey;
  /** The present filter, as the query of an address. */
  filter: string;
  views: readonly SavedView[];
};

/**
 * The filters of a list that a person has saved, and a button that saves or removes the present one. Undefined when there is neither a saved nor a
 * present filter.
 */
export function viewBar({ role, base, list, filter, views }: ViewBar): Markup | undefined {
  const now = filterWithin(list, filter);
  if (views.length === 0 && now === '') return undefined;
  const open = views.find(({ query }) => query === now);
  return html`<nav class="views" aria-label="Filtros salvos">
    ${views.map(
      (view) =>
        html`<a
          class="tab"
          href="${listAddress(base, list, view.query)}"
          ${view === open ? html`aria-current="true"` : undefined}
          >${view.name}</a
        >`,
    )}
    ${
      open
        ? html`<form method="post" action="${base}/filtros/${open.id}/remover">
            <button class="link">Remover “${open.name}” dos salvos</button>
          </form>`
        : now === '' || role === undefined || !may(role, 'newView')
          ? undefined
          : html`<a class="quiet-link" href="${base}/filtros/novo?lista=${list}&${now}">Salvar este filtro…</a>`
    }
  </nav>`;
}
