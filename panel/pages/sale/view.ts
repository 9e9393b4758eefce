import { type DocumentType, documentTypes, traitsOf } from '../../../domain/document-types.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { Preview } from '../../../operations/documents/preview.ts';
import { faultSummary, fieldGroup, type FormState, idOf } from '../../forms/fields.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { framedPage } from '../../parts/frame.ts';
import { type SaleChoices, withChoices } from './choices.ts';
import { clientFields, fieldsOf, hasInstallments, hasPayments } from './fields.ts';
import { rowCounts } from './body.ts';
import { carrierNameField } from './kept.ts';
import { fieldsWithMore, searchField } from './view-parts.ts';
import { previewHtml } from './preview.ts';
import {
  deductionRows,
  installmentRows,
  itemRows,
  paymentRows,
  legalProcessRows,
  reimbursementRows,
} from './rows-view.ts';
import { carrier as carrierField, foldedGroups, replacement, transportFields, wholeFields } from './whole-fields.ts';

/** A client or a carrier that a search found. */
export type PartyHit = { id: string; name: string; document: string };
/** A product that a search for one line found. */
export type ProductHit = { id: string; code: string; description: string; unitValue: string | null };

/** What the form of a sale is about, apart from what is written in it. */
export type SaleSubject = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  type: DocumentType;
  title: string;
  /** The address that the form is sent to. */
  action: string;
  /** The note that is changed or replaced; null for a new sale. */
  document: { id: string; name: string } | null;
  /** Whether the form asks why the sale replaces a note. */
  isReplacing: boolean;
  isTrial: boolean;
  /** The words of the button that stores the sale without issuing it. */
  keepWord: string;
  notice?: Markup | undefined;
};

export type SaleView = SaleSubject & {
  written: FieldTexts;
  state: FormState;
  choices: SaleChoices;
  /** Search results; null when nobody searched. */
  clients: PartyHit[] | null;
  carriers: PartyHit[] | null;
  products: { index: number; found: ProductHit[] } | null;
  preview: Preview | null;
  /** Sentences about written details that have no room in the sale. */
  dropped: readonly string[];
};

/** The form of a sale beside its preview. All buttons belong to one form, and its answer is the same page. */
export function saleHtml(view: SaleView): string {
  const { person, base, type, title, action, document, isTrial, written, state, preview, notice, dropped } = view;
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
      <form class="sale" method="post" action="${action}" data-of="${person.personId}" novalidate>
        <button class="unseen" name="fazer" value="tecla" tabindex="-1" aria-hidden="true">Calcular</button>
        <input type="hidden" name="chave" value="${written['chave'] ?? ''}" />
        ${faultSummary(groups, state)}
        <div class="columns">
          <div>
            ${view.isReplacing ? fieldGroup(replacement, state) : undefined} ${client(view)} ${itemRows(view)}
            ${hasPayments(type) ? paymentRows(view) : undefined}
            ${hasInstallments(type) ? installmentRows(view) : undefined} ${whole(view)}
          </div>
          ${previewHtml(preview, dropped)}
        </div>
        <p class="actions">
          <button class="button" name="fazer" value="emitir">Emitir</button>
          <button class="button quiet" name="fazer" value="guardar">${view.keepWord}</button>
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

function client({ type, action, written, state, clients }: SaleView): Markup {
  const chosen = written['clientId'] ?? '';
  if (chosen !== '') {
    return html`<fieldset id="para-quem">
      <legend>Para quem</legend>
      <input type="hidden" name="clientId" value="${chosen}" />
      <input type="hidden" name="clientName" value="${written['clientName'] ?? ''}" />
      <p class="chosen">
        <b>${written['clientName'] ?? 'Cliente do cadastro'}</b> <small>do cadastro, como está na hora de emitir</small>
        <button class="link" name="fazer" value="outro-cliente" formaction="${action}#busca-cliente">Trocar</button>
      </p>
      ${state.faults['client.name'] ? html`<strong class="wrong">${state.faults['client.name']}</strong>` : undefined}
    </fieldset>`;
  }
  return html`<fieldset id="para-quem">
    <legend>Para quem</legend>
    ${searchField(
      {
        ...{ id: 'busca-cliente', name: 'busca.cliente', label: 'Buscar no cadastro' },
        ...{ press: 'clientes', word: 'Buscar cliente', action, then: 'para-quem' },
      },
      written['busca.cliente'] ?? '',
      clients?.map((each) => party('cliente', each)) ?? null,
    )}
    ${fieldsWithMore(clientFields(type), state, 'Endereço e inscrição')}
  </fieldset>`;
}

function party(press: string, { id, name, document }: PartyHit) {
  return { value: `${press}:${id}`, words: name, small: document ? taxIdMask(document) : '' };
}

function whole(view: SaleView): Markup {
  const { type, state, choices } = view;
  const word = type === 'NFSE' ? 'Mais campos' : 'Descontos e mais campos';
  return html`<fieldset>
      <legend>A venda</legend>
      ${fieldsWithMore(withChoices(wholeFields(type), choices), state, word)}
    </fieldset>
    ${type === 'NFE' ? travelling(view) : undefined} ${foldedGroups(type).map((group) => fieldGroup(group, state))}
    ${type === 'NFE' ? legalProcessRows(view) : undefined}
    ${type === 'NFSE' ? html`${deductionRows(view)} ${reimbursementRows(view)}` : undefined}`;
}

function travelling(view: SaleView): Markup {
  const isOpen = view.carriers !== null || Boolean(view.state.faults[carrierField.name]);
  return fieldGroup(transportFields, view.state, { before: carrier(view), isOpen });
}

function carrier({ action, written, state, carriers }: SaleView): Markup {
  const chosen = written[carrierField.name] ?? '';
  const id = idOf(carrierField.name);
  const fault = state.faults[carrierField.name];
  const wrong = fault ? html`<strong class="wrong">${fault}</strong>` : undefined;
  if (chosen !== '') {
    const name = written[carrierNameField] ?? 'Transportadora do cadastro';
    return html`<input type="hidden" name="${carrierField.name}" value="${chosen}" />
      <input type="hidden" name="${carrierNameField}" value="${name}" />
      <p class="chosen" id="${id}">
        <b>${name}</b> <small>do cadastro, como está na hora de emitir</small>
        <button class="link" name="fazer" value="outra-transportadora" formaction="${action}#${id}">
          Tirar a transportadora
        </button>
      </p>
      ${wrong}`;
  }
  const search = {
    ...{ id, name: 'busca.transportadora', label: 'Transportadora do cadastro' },
    ...{ press: 'transportadoras', word: 'Buscar transportadora', action, then: id },
  };
  const hits = carriers?.map((each) => party('transportadora', each)) ?? null;
  return html`${searchField(search, written[search.name] ?? '', hits)} ${wrong}`;
}
