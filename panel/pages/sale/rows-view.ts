import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type Field, fieldHtml } from '../../forms/fields.ts';
import { rowCounts } from './body.ts';
import { withChoices } from './choices.ts';
import type { ListName, SaleFields } from './fields.ts';
import { itemFields } from './item-fields.ts';
import { fieldsWithMore, found, priceOf, searchField } from './parts.ts';
import { installmentFields, paymentFields } from './payment-fields.ts';
import { reimbursementFields, reimbursementList } from './service-ibs-cbs.ts';
import type { SaleView } from './view.ts';

/** The lines of the sale, each with a search among products. */
export function itemRows(view: SaleView): Markup {
  const { type, written, state, products, choices } = view;
  const count = rowCounts(written).items;
  return html`<fieldset>
    <legend>${type === 'NFSE' ? 'O que foi prestado' : 'O que foi vendido'}</legend>
    ${Array.from({ length: count }, (_, index) => {
      const at = `items[${index}]`;
      const isSought = products?.index === index;
      return html`<div class="row" role="group" aria-label="Item ${index + 1}">
        <p class="row-head">
          <b>Item ${index + 1}</b>${count > 1 ? removal('items', index, `Tirar o item ${index + 1}`) : undefined}
        </p>
        ${hidden(`${at}.was`, written)} ${hidden(`${at}.productId`, written)}
        ${searchField(
          {
            ...{ id: `busca-${index}`, name: `${at}.busca`, label: 'Buscar produto' },
            ...{ press: `produtos:${index}`, word: 'Buscar produto' },
          },
          written[`${at}.busca`] ?? '',
        )}
        ${
          isSought
            ? found(
                products.found.map(({ id, code, description, unitValue }) => ({
                  value: `produto:${index}:${id}`,
                  words: description,
                  small: `${code} · ${priceOf(unitValue)}`,
                })),
              )
            : undefined
        }
        ${written[`${at}.productId`] ? html`<p class="soft">Do cadastro: os impostos vêm do produto, onde nada é dito aqui.</p>` : undefined}
        ${fieldsWithMore(withChoices(itemFields(type, index), choices), state, 'Impostos e mais campos')}
      </div>`;
    })}
    <p class="actions"><button class="button quiet" name="fazer" value="mais:items">Acrescentar item</button></p>
  </fieldset>`;
}

export function paymentRows(view: SaleView): Markup {
  return simpleRows(view, {
    list: 'payments',
    title: 'Pagamento',
    word: 'pagamento',
    fields: paymentFields,
    rare: 'Dados do cartão ou do Pix',
    more: undefined,
  });
}

/** Installments, and a way to have them from a number and a day. */
export function installmentRows(view: SaleView): Markup {
  const { state } = view;
  const division: Field[] = [
    { name: 'divisao.times', label: 'Em quantas vezes', kind: 'whole', isShort: true },
    { name: 'divisao.first', label: 'Primeira em', kind: 'date', isShort: true },
    { name: 'divisao.days', label: 'Dias entre uma e outra', kind: 'whole', isShort: true, hint: 'Em branco: 30.' },
  ];
  return simpleRows(view, {
    list: 'duplicates',
    title: 'Parcelas',
    word: 'parcela',
    fields: installmentFields,
    rare: '',
    more: html`<details class="more">
      <summary>Dividir em parcelas iguais</summary>
      <div class="fields">${division.map((field) => fieldHtml(field, state))}</div>
      <p class="actions"><button class="button quiet" name="fazer" value="dividir">Dividir</button></p>
    </details>`,
  });
}

/** Values of third parties that a service passes on, folded: few services have them. */
export function reimbursementRows(view: SaleView): Markup {
  const count = rowCounts(view.written)[reimbursementList];
  return html`<details class="folded" ${count > 0 ? html`open` : undefined}>
    <summary>Valores de terceiros que se repassam</summary>
    <p class="soft">Ficam fora da base do ISSQN, do IBS e da CBS.</p>
    ${simpleRows(view, {
      list: reimbursementList,
      title: 'Valores de terceiros',
      word: 'valor de terceiro',
      fields: reimbursementFields,
      rare: 'Outro documento que não uma NFS-e',
      more: undefined,
    })}
  </details>`;
}

type Rows = {
  list: ListName;
  title: string;
  word: string;
  fields: (index: number) => SaleFields;
  /** What the fields of second sight are about. */
  rare: string;
  more: Markup | undefined;
};

function simpleRows({ written, state }: SaleView, { list, title, word, fields, rare, more }: Rows): Markup {
  return html`<fieldset>
    <legend>${title}</legend>
    ${Array.from(
      { length: rowCounts(written)[list] },
      (_, index) =>
        html`<div class="row" role="group" aria-label="${title} ${index + 1}">
          ${hidden(`${list}[${index}].was`, written)} ${fieldsWithMore(fields(index), state, rare)}
          ${removal(list, index, `Tirar ${word} ${index + 1}`)}
        </div>`,
    )}
    ${more}
    <p class="actions"><button class="button quiet" name="fazer" value="mais:${list}">Acrescentar ${word}</button></p>
  </fieldset>`;
}

function removal(list: ListName, index: number, words: string): Markup {
  return html`<button class="link" name="fazer" value="menos:${list}:${index}">${words}</button>`;
}

function hidden(name: string, written: SaleView['written']): Markup | undefined {
  const value = written[name];
  return value ? html`<input type="hidden" name="${name}" value="${value}" />` : undefined;
}
