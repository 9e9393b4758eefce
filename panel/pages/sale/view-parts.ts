import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import { type Field, fieldHtml, type FormState } from '../../forms/fields.ts';
import type { SaleFields } from './fields.ts';

/** A record that a search found: the value of the button that takes it, the button's words, and the small print. */
type SearchHit = { value: string; words: string; small: string };

type Search = {
  id: string;
  name: string;
  label: string;
  press: string;
  word: string;
  /** The address that the form is sent to. */
  action: string;
  /** The id of the element that the page scrolls to once one of them is taken. */
  then: string;
};

/** A search field with its button and what it found; null when nobody searched. */
export function searchField(search: Search, value: string, all: readonly SearchHit[] | null): Markup {
  const { id, name, label, press, word, action } = search;
  return html`<div class="search">
    <label for="${id}">${label}</label>
    <input id="${id}" name="${name}" value="${value}" autocomplete="off" />
    <button class="button quiet" name="fazer" value="${press}" formaction="${action}#${id}">${word}</button>
    <div class="hits" role="status">${all === null ? undefined : found(search, all)}</div>
  </div>`;
}

function found({ action, then }: Search, all: readonly SearchHit[]): Markup {
  if (all.length === 0) return html`<p class="soft">Nada encontrado no cadastro. Escreva abaixo.</p>`;
  return html`<ul class="found">
    ${all.map(
      ({ value, words, small }) =>
        html`<li>
          <button class="link" name="fazer" value="${value}" formaction="${action}#${then}">${words}</button>
          <small>${small}</small>
        </li>`,
    )}
  </ul>`;
}

/** The fields that are always in sight, and the others folded behind a word; a fold is open when a field in it is wrong. */
export function fieldsWithMore(
  { first, more, few = [], apart = [] }: SaleFields,
  state: FormState,
  word = 'Mais campos',
): Markup {
  return html`<div class="fields">${first.map((field) => fieldHtml(field, state))}</div>
    ${behind(word, more, state)} ${behind('O que poucos itens dizem', few, state)}
    ${apart.map(({ word: each, fields }) => html`${behind(each, fields, state)}`)}`;
}

function behind(word: string, fields: readonly Field[], state: FormState): Markup | undefined {
  if (fields.length === 0) return undefined;
  const isOpen = fields.some(({ name }) => state.faults[name]);
  const filled = fields.filter(({ name }) => state.values[name]?.trim()).length;
  return html`<details class="more" ${isOpen ? html`open` : undefined}>
    <summary>
      ${word}${filled > 0 ? html` <small>${filled} ${filled === 1 ? 'preenchido' : 'preenchidos'}</small>` : undefined}
    </summary>
    <div class="fields">${fields.map((field) => fieldHtml(field, state))}</div>
  </details>`;
}

/** The price of a product, for a list. */
export function priceOf(unitValue: string | null): string {
  return unitValue === null ? 'sem preço' : `R$ ${brazilianMoney(unitValue)}`;
}
