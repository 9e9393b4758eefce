import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { selectionBounds } from '../../../operations/documents/selection.ts';
import { count } from '../../parts/words.ts';

/** The id of the form that the boxes of the list belong to. */
export const choiceForm = 'escolha';

export type Downloads = {
  /** `/e/{cnpj}` */
  base: string;
  /** The filter as the query of an address. */
  filter: string;
  /** How many notes the filter finds. */
  total: number;
};

/** The downloads of the ticked notes, and of all that the filter finds. */
export function downloads({ base, filter, total }: Downloads): Markup {
  const { zip, csv, pages } = selectionBounds;
  const file = (name: 'zip' | 'csv'): string => `${base}/notas.${name}`;
  const all = (name: 'zip' | 'csv', words: string): Markup =>
    total > selectionBounds[name]
      ? html`<span class="soft">${name.toUpperCase()} até ${count(selectionBounds[name])} notas</span>`
      : html`<a href="${file(name)}${filter}" download>${words}</a>`;
  const tooMany = total > Math.min(zip, csv) ? ' Para baixar mais, escolha um período menor de cada vez.' : '';
  return html`<form id="${choiceForm}" class="chosen" method="get" action="${file('zip')}">
      <input type="hidden" name="escolhidas" value="1" />
      <span data-chosen>Das escolhidas:</span>
      <button class="button quiet">Baixar ZIP (XML e PDF)</button>
      <button class="button quiet" formaction="${file('csv')}">Baixar CSV</button>
    </form>
    <div class="downloads">
      <p>
        ${total === 1 ? 'Da nota desta lista' : `Das ${count(total)} notas desta lista`}:
        ${all('zip', total > pages ? 'Baixar ZIP (XML)' : 'Baixar ZIP (XML e PDF)')} ${all('csv', 'Baixar CSV')}
      </p>
      <p class="soft">Até ${count(pages)} notas o ZIP leva também os PDFs; acima disso, só os XMLs.${tooMany}</p>
    </div>`;
}
