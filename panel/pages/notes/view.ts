import type { Environment } from '../../../domain/companies/settings.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import type { DocumentStatus } from '../../../domain/documents/document.entity.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SavedView } from '../../../domain/accounts/saved-view.entity.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DocumentFigures, DocumentPage, DocumentSummary } from '../../../operations/documents/summary.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import { typeChoice } from '../../parts/option.ts';
import { byAge, pager } from '../../parts/pager.ts';
import { manyOf, mark, statusHtml, statusOrder } from '../../parts/states.ts';
import { count, dayInWords, timeOf } from '../../parts/words.ts';
import { viewBar } from '../saved-views/bar.ts';
import { choiceForm, downloads } from './downloads.ts';
import { addressOf, type NotesFilter } from './filter.ts';
import { monthStrip } from './month.ts';

export type NotesView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  filter: NotesFilter;
  /** The environment in which the company issues, which the list shows unless another is asked for. */
  usual: Environment;
  list: DocumentPage;
  figures: DocumentFigures;
  /** First day of the month whose figures are shown. */
  month: string;
  now: Date;
  /** The version of what the page shows, as `versionOf` gives it. */
  version: string;
  views: SavedView[];
  /** Why the filter was not applied. */
  fault?: string;
  /** What has just been done. */
  done?: Markup | undefined;
};

/** The notes of a company by day, the newest first. */
export function notesHtml(view: NotesView): string {
  const { person, base, usual, version, list, filter, views, done, fault } = view;
  const saved = { role: person.company?.role, base, list: 'notas', filter: addressOf(filter, usual), views } as const;
  const isTrial = filter.environment === 'HOMOLOGATION';
  return framedPage({
    title: 'Notas emitidas',
    here: 'notas',
    person,
    scripts: ['live', 'search', 'selection'],
    live: `${base}/vivo?versao=${version}`,
    body: html`<div class="head">
        <h1>Notas emitidas</h1>
        ${isTrial ? html`<p class="trial-word">Homologação: sem valor fiscal</p>` : undefined}
        ${maySell(view) ? html`<a class="button" href="${base}/notas/nova">Nova venda</a>` : undefined}
      </div>
      ${done} ${alert(fault)} ${month(view)} ${tabs(view)} ${search(view)} ${viewBar(saved)}
      ${list.documents.length === 0 ? empty(view) : ledger(view)}
      ${pager((page) => address(view, { ...filter, page }), list, { rows: ['nota', 'notas'], ways: byAge })}
      ${list.documents.length === 0 ? undefined : downloadsOf(view)}`,
  });
}

function maySell({ person: { company } }: NotesView): boolean {
  return company !== null && may(company.role, 'newSale');
}

function address({ base, usual }: NotesView, filter: NotesFilter): string {
  return `${base}/notas${addressOf(filter, usual)}`;
}

function downloadsOf({ base, usual, filter, list }: NotesView): Markup {
  return downloads({ base, filter: addressOf({ ...filter, page: 1 }, usual), total: list.total });
}

function month(view: NotesView): Markup {
  const { filter, figures, now } = view;
  return monthStrip({
    ...{ month: view.month, days: figures.days, chosen: filter, now },
    address: (days) => address(view, { ...filter, ...days, page: 1 }),
  });
}

function withoutStatus(filter: NotesFilter): NotesFilter {
  const others = { ...filter };
  delete others.status;
  return others;
}

function tabs(view: NotesView): Markup {
  const {
    filter,
    figures: { counts },
  } = view;
  const all = statusOrder.reduce((sum, status) => sum + counts[status], 0);
  const tab = (status: DocumentStatus | undefined, word: string, total: number): Markup => {
    const href = address(view, { ...withoutStatus(filter), ...(status ? { status } : {}), page: 1 });
    const isHere = filter.status === status;
    return html`<a
      class="tab"
      href="${href}"
      ${isHere ? html`aria-current="true"` : undefined}
      data-state="${status ?? ''}"
      >${status ? mark(status) : undefined}${word} <b>${count(total)}</b></a
    >`;
  };
  return html`<nav class="tabs" aria-label="Situação">
    ${tab(undefined, 'Todas', all)} ${statusOrder.map((status) => tab(status, manyOf(status), counts[status]))}
  </nav>`;
}

function search(view: NotesView): Markup {
  const { base, filter, usual } = view;
  const hidden = (name: string, value: string | undefined): Markup | undefined =>
    value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`;
  const other: Environment = filter.environment === 'PRODUCTION' ? 'HOMOLOGATION' : 'PRODUCTION';
  return html`<form class="find" method="get" action="${base}/notas" role="search">
    ${hidden('situacao', filter.status)}
    ${filter.environment === usual ? undefined : hidden('ambiente', filter.environment === 'PRODUCTION' ? 'producao' : 'homologacao')}
    <label class="field grow"
      ><span>Buscar</span>
      <input type="search" name="busca" value="${filter.search ?? ''}" placeholder="Cliente, CNPJ, pedido ou chave"
    /></label>
    ${typeChoice(filter.type)}
    <label class="field"><span>De</span> <input type="date" name="de" value="${filter.from ?? ''}" /></label>
    <label class="field"><span>Até</span> <input type="date" name="ate" value="${filter.to ?? ''}" /></label>
    <button class="button quiet">Buscar</button>
    <a class="quiet-link" href="${address(view, { ...withoutStatus(filter), environment: other, page: 1 })}"
      >${other === 'PRODUCTION' ? 'Ver as de produção' : 'Ver as de homologação'}
      (${count(view.list.inOtherEnvironment)})</a
    >
  </form>`;
}

function ledger(view: NotesView): Markup {
  const days = Map.groupBy(view.list.documents, ({ issueDateTime }) => brasiliaDay(issueDateTime));
  return html`<table class="ledger">
    <caption class="unseen">
      Notas emitidas, a mais nova primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">
          <input type="checkbox" data-all hidden aria-label="Escolher todas as notas desta página" /> Situação
        </th>
        <th scope="col">Nota</th>
        <th scope="col">Cliente</th>
        <th scope="col" class="end">Emissão</th>
        <th scope="col" class="end">Valor R$</th>
      </tr>
    </thead>
    ${[...days].map(
      ([day, notes]) =>
        html`<tbody>
          <tr class="day">
            <th colspan="5" scope="rowgroup">${dayInWords(day, view.now)}</th>
          </tr>
          ${notes.map((note) => row(view.base, note))}
        </tbody>`,
    )}
  </table>`;
}

function row(base: string, note: DocumentSummary): Markup {
  const { id, type, status, series, number, client, totalValue, issueDateTime } = note;
  const { title } = traitsOf[type];
  return html`<tr id="n-${id}" data-part data-state="${status}">
    <td>
      <span class="lead"
        ><label class="pick"
          ><input type="checkbox" name="nota" value="${id}" form="${choiceForm}" /><span class="unseen"
            >Escolher ${title} ${number === 0 ? 'sem número' : count(number)}</span
          ></label
        >${statusHtml(status)}</span
      >
    </td>
    <td>
      <a class="open" href="${base}/notas/${id}"
        ><small>${title}</small> ${
          number === 0
            ? html`<span class="soft">sem número</span>`
            : html`<span class="soft">${series ?? ''}/</span>${count(number)}`
        }</a
      >
    </td>
    <td class="who-cell"><span>${client.name || 'Consumidor não identificado'}</span>${under(note)}</td>
    <td class="end">${timeOf(issueDateTime)}</td>
    <td class="end sum">${brazilianMoney(totalValue)}</td>
  </tr>`;
}

/** The reason of a waiting or rejected note, otherwise the external id. */
function under({ waiting, status, rejectionReason, externalId }: DocumentSummary): Markup | undefined {
  if (waiting) return html`<small class="why" data-kind="wait">${waiting.reason}</small>`;
  if (status === 'REJECTED' && rejectionReason)
    return html`<small class="why" data-kind="bad">${rejectionReason}</small>`;
  return externalId ? html`<small>${externalId}</small>` : undefined;
}

function empty(view: NotesView): Markup {
  const { status, type, search, from, to } = view.filter;
  const isNarrowed = [status, type, search, from, to].some((value) => value !== undefined);
  if (!isNarrowed) {
    return html`<div class="empty">
      <h2>Nenhuma nota ainda</h2>
      <p>As notas que o seu sistema emitir aparecem aqui.</p>
      ${firstSteps(view)}
    </div>`;
  }
  return html`<div class="empty">
    <h2>Nada com estes filtros</h2>
    <p>Confira o período, ou <a href="${view.base}/notas">veja todas as notas</a>.</p>
  </div>`;
}

/** A link to the first steps, for roles that may take them, while no note was ever issued. */
function firstSteps({ base, person, list }: NotesView): Markup | undefined {
  if (person.company?.role !== 'COMPANY_ADMIN' || list.inOtherEnvironment > 0) return undefined;
  return html`<p class="actions centred">
    <a class="button" href="${base}/comecar">Emitir a primeira nota, em homologação</a>
  </p>`;
}
