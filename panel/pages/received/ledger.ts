import { brasiliaMonth } from '../../../domain/fiscal-time.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { type ReceivedFilter, type ReceivedTab, tabs } from './filter.ts';
import { kindWords, type LastAnswer, standing } from './words.ts';
import { shortDate } from '../../parts/words.ts';

/** What a line needs of a received document. */
type LedgerNote = Pick<
  ReceivedDocument,
  | 'id'
  | 'issuerName'
  | 'issuerTaxId'
  | 'schemaType'
  | 'model'
  | 'eventCode'
  | 'role'
  | 'status'
  | 'manifestation'
  | 'series'
  | 'number'
  | 'totalValue'
  | 'emissionDate'
>;

export type LedgerRow = {
  note: LedgerNote;
  answer: LastAnswer | null | undefined;
  /** `/e/{cnpj}` of its company. */
  base: string;
  /** The value of its box; null for a line without one. */
  choice: string | null;
  /** The company's name, in a list of several. */
  company?: string;
  /** Shown below its state, in place of the result of its last answer. */
  why?: string | null;
};

/** Received documents, the newest first, of one company or of several; then each line names its company. */
export function receivedLedger(rows: readonly LedgerRow[]): Markup {
  const isOfSeveral = rows.some(({ company }) => company !== undefined);
  return html`<table class="records received">
    <caption class="unseen">
      Notas recebidas, a mais nova primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Fornecedor</th>
        ${isOfSeveral ? html`<th scope="col">Empresa</th>` : undefined}
        <th scope="col">Documento</th>
        <th scope="col">Situação</th>
        <th scope="col">Emissão</th>
        <th scope="col" class="end">Valor R$</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => line(row))}
    </tbody>
  </table>`;
}

function line({ note, answer, base, choice, company, why: told }: LedgerRow): Markup {
  const { id, issuerName, issuerTaxId, schemaType, series, number, totalValue, emissionDate } = note;
  const { word, why: known } = standing(note, answer);
  const why = told ?? known;
  const name = issuerName || (issuerTaxId ? taxIdMask(issuerTaxId) : 'Fornecedor não informado');
  return html`<tr id="r-${id}" data-part>
    <td>
      ${
        choice === null
          ? undefined
          : html`<input type="checkbox" name="nota" value="${choice}" aria-label="Escolher a nota de ${name}" /> `
      }<a href="${base}/recebidas/${id}">${name}</a
      >${issuerName && issuerTaxId ? html`<small>${taxIdMask(issuerTaxId)}</small>` : undefined}
    </td>
    ${company === undefined ? undefined : html`<td>${company}</td>`}
    <td>${kindWords[schemaType]}${number ? ` ${series ? `${series}/` : ''}${number}` : ''}</td>
    <td>${word}${why ? html`<small class="why" data-kind="wait">${why}</small>` : undefined}</td>
    <td class="day">${shortDate(emissionDate)}</td>
    <td class="end">${totalValue ? brazilianMoney(totalValue) : ''}</td>
  </tr>`;
}

/** Links to the tabs of the list. */
export function receivedTabs(here: ReceivedTab, addressOf: (tab: ReceivedTab) => string): Markup {
  return html`<nav class="tabs" aria-label="Situação">
    ${tabs.map(
      ({ key, word }) =>
        html`<a class="tab" href="${addressOf(key)}" ${here === key ? html`aria-current="true"` : undefined}
          >${word}</a
        >`,
    )}
  </nav>`;
}

/** The form that downloads a month; the present one by default. */
export function monthDownload(action: string, now: Date): Markup {
  return html`<form class="find" method="get" action="${action}">
    <label class="field"
      ><span>Mês</span>
      <input
        type="month"
        name="mes"
        value="${brasiliaMonth(now)}"
        required
        placeholder="2026-11"
        pattern="\\d{4}-\\d{2}"
    /></label>
    <button class="button quiet">Baixar o mês</button>
  </form>`;
}

/** The form that filters the list. @param beside further fields */
export function receivedSearch(action: string, filter: Omit<ReceivedFilter, 'page'>, beside?: Markup): Markup {
  return html`<form class="find" method="get" action="${action}" role="search">
    ${filter.tab === '' ? undefined : html`<input type="hidden" name="situacao" value="${filter.tab}" />`}
    <label class="field grow"
      ><span>Buscar</span>
      <input type="search" name="busca" value="${filter.search}" placeholder="Fornecedor, CNPJ ou chave"
    /></label>
    ${beside}
    <label class="field"><span>De</span> <input type="date" name="de" value="${filter.from}" /></label>
    <label class="field"><span>Até</span> <input type="date" name="ate" value="${filter.to}" /></label>
    <button class="button quiet">Buscar</button>
  </form>`;
}
