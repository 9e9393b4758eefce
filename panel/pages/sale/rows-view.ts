import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type Field, fieldHtml } from '../../forms/fields.ts';
import { rowCounts } from './body.ts';
import { withChoices } from './choices.ts';
import { deductionFields, deductionList } from './deduction-fields.ts';
import type { ListName, SaleFields } from './fields.ts';
import { itemFields } from './item-fields.ts';
import { fieldsWithMore, priceOf, searchField } from './view-parts.ts';
import { installmentFields, paymentFields } from './payment-fields.ts';
import { processFields, processList } from './regulated-fields.ts';
import { reimbursementFields, reimbursementList } from './service-ibs-cbs.ts';
import type { SaleView } from './view.ts';

/** The items of the sale, each with a search among the products. */
export function itemRows(view: SaleView): Markup {
  const { type, action, written, state, products, choices } = view;
  const count = rowCounts(written).items;
  return html`<fieldset>
    <legend>${type === 'NFSE' ? 'O que foi prestado' : 'O que foi vendido'}</legend>
    ${Array.from({ length: count }, (_, index) => {
      const at = `items[${index}]`;
      const sought = products?.index === index ? products.found : null;
      return html`<div class="row" id="${rowId('items', index)}" role="group" aria-label="Item ${index + 1}">
        <p class="row-head">
          <b>Item ${index + 1}</b>${count > 1 ? removal(view, { list: 'items', index, words: `Tirar o item ${index + 1}` }) : undefined}
        </p>
        ${hidden(`${at}.was`, written)} ${hidden(`${at}.productId`, written)}
        ${searchField(
          {
            ...{ id: `busca-${index}`, name: `${at}.busca`, label: 'Buscar produto' },
            ...{ press: `produtos:${index}`, word: 'Buscar produto', action, then: rowId('items', index) },
          },
          written[`${at}.busca`] ?? '',
          sought?.map(({ id, code, description, unitValue }) => ({
            value: `produto:${index}:${id}`,
            words: description,
            small: `${code} · ${priceOf(unitValue)}`,
          })) ?? null,
        )}
        ${written[`${at}.productId`] ? html`<p class="soft">Do cadastro: os impostos vêm do produto, onde nada é dito aqui.</p>` : undefined}
        ${fieldsWithMore(withChoices(itemFields(type, index), choices), state, 'Impostos e mais campos')}
      </div>`;
    })}
    ${addition(view, { list: 'items', count, words: 'Acrescentar item' })}
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

/** The installments, and a way to divide the total into equal ones. */
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
      <p class="actions"><button class="button quiet" name="fazer" value="dividir" formaction="${view.action}#${rowId('duplicates', 0)}">Dividir</button></p>
    </details>`,
  });
}

/** Values of third parties that a service passes on. */
export function reimbursementRows(view: SaleView): Markup {
  return foldedRows(view, 'Ficam fora da base do ISSQN, do IBS e da CBS.', {
    list: reimbursementList,
    title: 'Valores de terceiros',
    word: 'valor de terceiro',
    fields: reimbursementFields,
    rare: 'Outro documento que não uma NFS-e',
    more: undefined,
  });
}

/** Documents that prove a deduction from the ISSQN base. */
export function deductionRows(view: SaleView): Markup {
  return foldedRows(view, 'No lugar da porcentagem ou do valor da dedução.', {
    list: deductionList,
    title: 'Documentos da dedução',
    word: 'documento da dedução',
    fields: deductionFields,
    rare: 'Fornecedor, e documento sem chave',
    more: undefined,
  });
}

/** Processes and granted acts that an NF-e refers to. */
export function legalProcessRows(view: SaleView): Markup {
  return foldedRows(view, 'Como um regime especial, ou a decisão de um juiz.', {
    list: processList,
    title: 'Processos e atos concessórios',
    word: 'processo',
    fields: processFields,
    rare: '',
    more: undefined,
  });
}

/** Rows that few sales have, folded while there are none. */
function foldedRows(view: SaleView, help: string, rows: Rows): Markup {
  const count = rowCounts(view.written)[rows.list];
  return html`<details class="folded" ${count > 0 ? html`open` : undefined}>
    <summary>${rows.title}</summary>
    <p class="soft">${help}</p>
    ${simpleRows(view, rows)}
  </details>`;
}

type Rows = {
  list: ListName;
  title: string;
  word: string;
  fields: (index: number) => SaleFields;
  /** The words of the fold with the fields that are used less. */
  rare: string;
  more: Markup | undefined;
};

function simpleRows(view: SaleView, { list, title, word, fields, rare, more }: Rows): Markup {
  const { written, state } = view;
  const count = rowCounts(written)[list];
  return html`<fieldset>
    <legend>${title}</legend>
    ${Array.from(
      { length: count },
      (_, index) =>
        html`<div class="row" id="${rowId(list, index)}" role="group" aria-label="${title} ${index + 1}">
          ${hidden(`${list}[${index}].was`, written)} ${fieldsWithMore(fields(index), state, rare)}
          ${removal(view, { list, index, words: `Tirar ${word} ${index + 1}` })}
        </div>`,
    )}
    ${more} ${addition(view, { list, count, words: `Acrescentar ${word}` })}
  </fieldset>`;
}

/** The id of a row's element, which the page scrolls to after a button. */
function rowId(list: ListName, index: number): string {
  return `linha-${list.replaceAll('.', '-')}-${index}`;
}

type Addition = { list: ListName; count: number; words: string };

function addition({ action }: SaleView, { list, count, words }: Addition): Markup {
  const to = `${action}#${rowId(list, count)}`;
  return html`<p class="actions">
    <button class="button quiet" name="fazer" value="mais:${list}" formaction="${to}">${words}</button>
  </p>`;
}

type Removal = { list: ListName; index: number; words: string };

function removal({ action }: SaleView, { list, index, words }: Removal): Markup {
  const to = `${action}#${rowId(list, Math.max(0, index - 1))}`;
  return html`<button class="link" name="fazer" value="menos:${list}:${index}" formaction="${to}">${words}</button>`;
}

function hidden(name: string, written: SaleView['written']): Markup | undefined {
  const value = written[name];
  return value ? html`<input type="hidden" name="${name}" value="${value}" />` : undefined;
}
