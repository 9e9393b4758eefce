import { type DocumentType, documentTypes, traitsOf } from '../../../domain/document-types.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { Preview } from '../../../operations/documents/preview.ts';
import { faultSummary, type FormState } from '../../forms/fields.ts';
import type { Written } from '../../forms/rows.ts';
import { framedPage } from '../../parts/frame.ts';
import { clientFields, fieldsOf, hasInstallments, hasPayments, wholeFields } from './fields.ts';
import { rowCounts } from './body.ts';
import { fieldsWithMore, found } from './parts.ts';
import { previewHtml } from './preview.ts';
import { installmentRows, itemRows, paymentRows } from './rows-view.ts';

/** A client that a search found. */
export type FoundClient = { id: string; name: string; document: string };
/** A product that a search for one line found. */
export type FoundProduct = { id: string; code: string; description: string; unitValue: string | null };

export type SaleView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  type: DocumentType;
  title: string;
  /** Where the form is sent. */
  action: string;
  /** The note that is changed; null for a new sale. */
  document: { id: string; name: string } | null;
  isTrial: boolean;
  written: Written;
  state: FormState;
  /** What was found; null where nobody searched. */
  clients: FoundClient[] | null;
  products: { index: number; found: FoundProduct[] } | null;
  preview: Preview | null;
  notice?: Markup | undefined;
};

/** The form of a sale, with what it would become beside it. Every button is of the one form, which is answered with the same page. */
export function saleHtml(view: SaleView): string {
  const { person, base, type, title, action, document, isTrial, written, state, preview, notice } = view;
  const groups = [{ title: '', fields: fieldsOf(type, rowCounts(written)) }];
  return framedPage({
    title,
    here: document ? 'notas' : 'notas/nova',
    person,
    scripts: ['sale'],
    body: html`<p class="trail">
        ${document ? html`<a href="${base}/notas/${document.id}">‹ ${document.name}</a>` : html`<a href="${base}/notas">‹ Notas emitidas</a>`}
      </p>
      <div class="head">
        <h1>${title}</h1>
        ${isTrial ? html`<p class="trial-word">Homologação: sem valor fiscal</p>` : undefined}
      </div>
      ${document ? undefined : tabs(base, type)} ${notice}
      <form class="sale" method="post" action="${action}" novalidate>
        <button class="unseen" name="fazer" value="calcular" tabindex="-1" aria-hidden="true">Calcular</button>
        <input type="hidden" name="chave" value="${written['chave'] ?? ''}" />
        ${faultSummary(groups, state)}
        <div class="columns">
          <div>
            ${client(view)} ${itemRows(view)} ${hasPayments(type) ? paymentRows(view) : undefined}
            ${hasInstallments(type) ? installmentRows(view) : undefined} ${whole(view)}
          </div>
          ${previewHtml(preview)}
        </div>
        <p class="actions">
          <button class="button" name="fazer" value="emitir">Emitir</button>
          <button class="button quiet" name="fazer" value="guardar">
            ${document ? 'Guardar sem emitir' : 'Guardar rascunho'}
          </button>
          <button class="button quiet" name="fazer" value="calcular">Calcular</button>
        </p>
      </form>`,
  });
}

function tabs(base: string, type: DocumentType): Markup {
  return html`<nav class="tabs" aria-label="Documento">
    ${documentTypes.map(
      (each) =>
        html`<a
          class="tab"
          href="${base}/notas/nova?tipo=${each}"
          ${each === type ? html`aria-current="true"` : undefined}
          >${traitsOf[each].title}</a
        >`,
    )}
  </nav>`;
}

function client({ type, written, state, clients }: SaleView): Markup {
  const chosen = written['clientId'] ?? '';
  if (chosen !== '') {
    return html`<fieldset>
      <legend>Para quem</legend>
      <input type="hidden" name="clientId" value="${chosen}" />
      <input type="hidden" name="clientName" value="${written['clientName'] ?? ''}" />
      <p class="chosen">
        <b>${written['clientName'] ?? 'Cliente do cadastro'}</b> <small>do cadastro, como está na hora de emitir</small>
        <button class="link" name="fazer" value="outro-cliente">Trocar</button>
      </p>
      ${state.faults['client.name'] ? html`<strong class="wrong">${state.faults['client.name']}</strong>` : undefined}
    </fieldset>`;
  }
  return html`<fieldset>
    <legend>Para quem</legend>
    <div class="search">
      <label for="busca-cliente">Buscar no cadastro</label>
      <input id="busca-cliente" name="busca.cliente" value="${written['busca.cliente'] ?? ''}" autocomplete="off" />
      <button class="button quiet" name="fazer" value="clientes">Buscar cliente</button>
    </div>
    ${clients === null ? undefined : found(clients.map(({ id, name, document }) => ({ value: `cliente:${id}`, words: name, small: taxIdMask(document) })))}
    ${fieldsWithMore(clientFields(type), state, 'Endereço e inscrição')}
  </fieldset>`;
}

function whole({ type, state }: SaleView): Markup {
  return html`<fieldset>
    <legend>A venda</legend>
    ${fieldsWithMore(wholeFields(type), state, type === 'NFE' ? 'Frete, descontos e mais campos' : 'Mais campos')}
  </fieldset>`;
}
