import { html } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldGroups, type FormState } from '../../forms/fields.ts';
import { framedPage } from '../../parts/frame.ts';
import { listAddress, listsWithViews, type ListKey } from './lists.ts';

/** The fields of a view. */
export const viewFields: readonly Field[] = [
  {
    name: 'name',
    label: 'Nome do filtro',
    isRequired: true,
    most: 60,
    hint: 'Como você o chama: Rejeitadas da loja. Um nome que já existe passa a valer para este filtro.',
  },
];

export type NewView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  list: ListKey;
  /** The filter, as `filterWithin` gives it. */
  filter: string;
  state: FormState;
};

/** Asks for the name of a filter that a person saves. */
export function newViewHtml({ person, base, list, filter, state }: NewView): string {
  const back = listAddress(base, list, filter);
  const { word, here } = listsWithViews[list];
  return framedPage({
    title: 'Salvar filtro',
    here,
    person,
    body: html`<p class="trail"><a href="${back}">‹ ${word}</a></p>
      <h1>Salvar filtro</h1>
      <p>O filtro que está na lista fica ao lado dela com o nome que você der. Só você o vê, e só nesta empresa.</p>
      <form class="record" method="post" action="${base}/filtros/novo">
        <input type="hidden" name="lista" value="${list}" />
        <input type="hidden" name="filtro" value="${filter}" />
        ${fieldGroups([{ title: 'O filtro', fields: viewFields }], state)}
        <p class="actions">
          <button class="button">Salvar o filtro</button> <a class="quiet-link" href="${back}">Desistir</a>
        </p>
      </form>`,
  });
}
