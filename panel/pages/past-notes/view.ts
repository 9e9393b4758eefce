import { traitsOf, typeOfModel } from '../../../domain/document-types.ts';
import type { DocumentStatus } from '../../../domain/documents/document.entity.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { PastInutilization, PastNote } from '../../../domain/past/past-note.entity.ts';
import { type NoteStatus, noteStatuses } from '../../../domain/received/kinds.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { option, typeChoice } from '../../parts/option.ts';
import { byAge, pager } from '../../parts/pager.ts';
import { mark } from '../../parts/states.ts';
import { shortDate } from '../../parts/words.ts';
import { addressOf, type PastFilter } from './filter.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';

export type PastNotesView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  isTrial: boolean;
  filter: PastFilter;
  notes: PastNote[];
  total: number;
  pageSize: number;
  /** Numbers that were given up in another system. */
  ranges: PastInutilization[];
  fault?: string | undefined;
};

/** The status of a past note: in words, in plural, and as the mark of a present one. */
export const pastStatusWords: Record<NoteStatus, { word: string; many: string; state: DocumentStatus }> = {
  AUTHORIZED: { word: 'Autorizada', many: 'Autorizadas', state: 'AUTHORIZED' },
  CANCELLED: { word: 'Cancelada', many: 'Canceladas', state: 'CANCELLED' },
  DENIED: { word: 'Denegada', many: 'Denegadas', state: 'REJECTED' },
};

/** The notes that the company issued with another system, the newest first, with the download of a month. */
export function pastNotesHtml(view: PastNotesView): string {
  const { person, base, isTrial, filter, notes, total, pageSize, fault } = view;
  return framedPage({
    title: 'Notas de antes',
    here: 'notas-de-antes',
    person,
    body: html`<div class="head">
        <h1>Notas de antes</h1>
        ${isTrial ? html`<p class="trial-word">Homologação: sem valor fiscal</p>` : undefined}
      </div>
      <p class="lead">
        O que a empresa emitiu com outro sistema e foi importado. Estas notas não se cancelam aqui nem entram nos
        fechamentos.
      </p>
      ${alert(fault)} ${find(view)} ${notes.length === 0 ? empty(view) : ledger(view)}
      ${pager((page) => `${base}/notas-de-antes${addressOf({ ...filter, page })}`, { total, page: filter.page, pageSize }, { rows: ['nota', 'notas'], ways: byAge })}
      ${monthForm(view)} ${rangesOf(view)}`,
  });
}

function find({ base, filter }: PastNotesView): Markup {
  return html`<form class="find" method="get" action="${base}/notas-de-antes" role="search">
    <label class="field grow"
      ><span>Buscar</span>
      <input type="search" name="busca" value="${filter.search ?? ''}" placeholder="Número, chave, cliente ou CNPJ"
    /></label>
    ${typeChoice(filter.type)}
    <label class="field"
      ><span>Situação</span>
      <select name="situacao">
        ${option('', 'Todas', filter.status === undefined)}
        ${noteStatuses.map((status) => option(status, pastStatusWords[status].many, filter.status === status))}
      </select></label
    >
    <label class="field"><span>De</span> <input type="date" name="de" value="${filter.from ?? ''}" /></label>
    <label class="field"><span>Até</span> <input type="date" name="ate" value="${filter.to ?? ''}" /></label>
    <button class="button quiet">Buscar</button>
  </form>`;
}

function empty({ base, filter }: PastNotesView): Markup {
  if (addressOf({ ...filter, page: 1 }) !== '') {
    return html`<div class="empty">
      <h2>Nada com estes filtros</h2>
      <p>Confira o período, ou <a href="${base}/notas-de-antes">veja todas</a>.</p>
    </div>`;
  }
  return html`<div class="empty">
    <h2>Nenhuma nota de antes</h2>
    <p>Quem opera o Lavra importa os XML do sistema anterior com <code>lavra import xml</code>.</p>
  </div>`;
}

function ledger({ base, notes }: PastNotesView): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Notas de antes, a mais nova primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Nota</th>
        <th scope="col">Cliente</th>
        <th scope="col">Situação</th>
        <th scope="col">Emissão</th>
        <th scope="col" class="end">Valor R$</th>
        <th scope="col">Arquivo</th>
      </tr>
    </thead>
    <tbody>
      ${notes.map((note) => row(base, note))}
    </tbody>
  </table>`;
}

function row(base: string, note: PastNote): Markup {
  const { id, type, series, number, issuedAt, totalValue, recipientName } = note;
  const title = `${traitsOf[type].title} ${series}/${number}`;
  return html`<tr>
    <td><a class="open" href="${base}/notas-de-antes/${id}">${title}</a></td>
    <td>${recipientName ?? 'Consumidor não identificado'}</td>
    <td>${pastStatusHtml(note)}</td>
    <td>${shortDate(issuedAt)}</td>
    <td class="end sum">${brazilianMoney(totalValue)}</td>
    <td>
      <a href="${base}/notas-de-antes/${id}/xml">XML<span class="unseen"> da ${title}</span></a>
    </td>
  </tr>`;
}

/** The status of a note as a word and a mark. */
export function pastStatusHtml({ status }: Pick<PastNote, 'status'>): Markup {
  const known: NoteStatus = status;
  const { word, state } = pastStatusWords[known];
  return html`<span class="state" data-state="${state}">${mark(state)}${word}</span>`;
}

function monthForm({ base, notes }: PastNotesView): Markup | undefined {
  const [newest] = notes;
  if (!newest) return undefined;
  return html`<section aria-labelledby="arquivos">
    <h2 id="arquivos">Arquivos de um mês</h2>
    <p class="soft">Um ZIP com os XML das notas emitidas no mês, dos eventos delas e das inutilizações.</p>
    <form class="find" method="get" action="${base}/notas-de-antes/mes.zip">
      <label class="field"
        ><span>Mês</span>
        <input type="month" name="mes" value="${brasiliaDay(newest.issuedAt).slice(0, 7)}" placeholder="2025-03" required
      /></label>
      <button class="button quiet">Baixar ZIP</button>
    </form>
  </section>`;
}

function rangesOf({ ranges }: PastNotesView): Markup | undefined {
  if (ranges.length === 0) return undefined;
  return html`<section aria-labelledby="inutilizadas">
    <h2 id="inutilizadas">Inutilizadas com outro sistema</h2>
    <ul class="plain-list">
      ${ranges.map(
        ({ model, series, firstNumber, lastNumber, registeredAt, protocol }) =>
          html`<li>
            <b
              >${traitsOf[typeOfModel[model]].title} série ${series},
              ${firstNumber === lastNumber ? firstNumber : `${firstNumber} a ${lastNumber}`}</b
            >
            <span>${shortDate(registeredAt)}${protocol ? ` · protocolo ${protocol}` : ''}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}
