import { taxIdMask } from '../../../domain/masks.ts';
import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { brasiliaDay, brasiliaMonth } from '../../../domain/fiscal-time.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import type { SavedView } from '../../../domain/accounts/saved-view.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DistributionState } from '../../../operations/distribution/rows.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { agoInWords, whenInWords } from '../../parts/moments.ts';
import { byAge, pager } from '../../parts/pager.ts';
import { dayInWords, money } from '../../parts/words.ts';
import { liveListAddress } from '../live/addresses.ts';
import { viewBar } from '../saved-views/bar.ts';
import { type ReceivedFilter, type TabKey, tabs } from './filter.ts';
import { isAnswerable, kindWords, standing } from './words.ts';

export type ReceivedView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  mayAnswer: boolean;
  filter: ReceivedFilter;
  documents: ReceivedDocument[];
  total: number;
  pageSize: number;
  answers: Map<string, DocumentEvent>;
  clock: DistributionState;
  now: Date;
  /** As `versionOf` says it of the list. */
  version: string;
  views: SavedView[];
  done?: Markup | undefined;
  fault?: string;
};

/** What others issued against a company, the newest first. */
export function receivedHtml(view: ReceivedView): string {
  const { person, base, mayAnswer, documents, filter, now, version, views, done, fault } = view;
  const saved = {
    role: person.company?.role,
    base,
    list: 'recebidas',
    filter: new URL(address(base, filter), 'http://x').search,
    views,
  } as const;
  return framedPage({
    title: 'Notas recebidas',
    here: 'recebidas',
    person,
    scripts: ['live', 'search'],
    live: liveListAddress(base, 'recebidas', version),
    body: html`<div class="head">
        <h1>Notas recebidas</h1>
        <form class="find" method="get" action="${base}/recebidas/mes.zip">
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
        </form>
      </div>
      ${done} ${alert(fault)} ${clock(view)} ${tabsHtml(base, filter)} ${search(view)} ${viewBar(saved)}
      ${
        documents.length === 0
          ? empty(view)
          : html`<form method="get" action="${base}/recebidas/responder">
              ${ledger(view)}
              ${
                mayAnswer && documents.some(isAnswerable)
                  ? html`<p class="actions"><button class="button">Responder às escolhidas…</button></p>`
                  : undefined
              }
            </form>`
      }
      ${pager((page) => address(base, { ...filter, page }), { ...view, page: filter.page }, { rows: ['documento', 'documentos'], ways: byAge })}`,
  });
}

function address(base: string, { tab, search, from, to, page }: ReceivedFilter): string {
  const query = new URLSearchParams();
  const said = { situacao: tab, busca: search, de: from, ate: to, pagina: page > 1 ? String(page) : '' };
  for (const [name, value] of Object.entries(said)) if (value !== '') query.set(name, value);
  const text = query.toString();
  return `${base}/recebidas${text === '' ? '' : `?${text}`}`;
}

function tabsHtml(base: string, filter: ReceivedFilter): Markup {
  const tab = (key: TabKey, word: string): Markup =>
    html`<a
      class="tab"
      href="${address(base, { ...filter, tab: key, page: 1 })}"
      ${filter.tab === key ? html`aria-current="true"` : undefined}
      >${word}</a
    >`;
  return html`<nav class="tabs" aria-label="Situação">${tabs.map(({ key, word }) => tab(key, word))}</nav>`;
}

function search({ base, filter }: ReceivedView): Markup {
  return html`<form class="find" method="get" action="${base}/recebidas" role="search">
    ${filter.tab === '' ? undefined : html`<input type="hidden" name="situacao" value="${filter.tab}" />`}
    <label class="field grow"
      ><span>Buscar</span>
      <input type="search" name="busca" value="${filter.search}" placeholder="Fornecedor, CNPJ ou chave"
    /></label>
    <label class="field"><span>De</span> <input type="date" name="de" value="${filter.from}" /></label>
    <label class="field"><span>Até</span> <input type="date" name="ate" value="${filter.to}" /></label>
    <button class="button quiet">Buscar</button>
  </form>`;
}

const sourceWords: Record<DistributionSource, string> = { NFE: 'NF-e', NFSE: 'NFS-e' };

/** When the sources were asked for what is new, and when they may be asked next. */
function clock({ base, clock: { rows, unasked }, now, mayAnswer }: ReceivedView): Markup {
  const sources = (['NFE', 'NFSE'] as const).map((source) => {
    const row = rows[source];
    const asked = row?.answeredAt ? `perguntamos ${agoInWords(row.answeredAt, now)}` : 'ainda não perguntamos';
    const next = row && row.notBefore > now ? `, e de novo ${whenInWords(row.notBefore, now)}` : '';
    return html`<li><b>${sourceWords[source]}</b>: ${asked}${next}.${row?.reason ? ` ${row.reason}` : ''}</li>`;
  });
  const mayAsk = Object.values(rows).some((row) => row === null || row.notBefore <= now);
  return html`<section class="clock" aria-label="Busca de notas novas">
    <ul>
      ${sources}
    </ul>
    ${unasked.reason ? html`<p class="why" data-kind="wait">${unasked.reason}</p>` : undefined}
    ${
      mayAnswer && mayAsk && unasked.reason === null
        ? html`<form method="post" action="${base}/recebidas/buscar">
            <button class="button quiet">Buscar agora</button>
          </form>`
        : undefined
    }
  </section>`;
}

function ledger({ base, documents, answers, mayAnswer }: ReceivedView): Markup {
  return html`<table class="records received">
    <caption class="unseen">
      Notas recebidas, a mais nova primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Fornecedor</th>
        <th scope="col">Documento</th>
        <th scope="col">Situação</th>
        <th scope="col">Emissão</th>
        <th scope="col" class="end">Valor R$</th>
      </tr>
    </thead>
    <tbody>
      ${documents.map((document) => {
        const { id, issuerName, issuerTaxId, schemaType, series, number, totalValue, emissionDate } = document;
        const { word, why } = standing(document, answers.get(id));
        const name = issuerName || (issuerTaxId ? taxIdMask(issuerTaxId) : 'Fornecedor não informado');
        return html`<tr id="r-${id}" data-part>
          <td>
            ${
              mayAnswer && isAnswerable(document)
                ? html`<input type="checkbox" name="nota" value="${id}" aria-label="Escolher a nota de ${name}" /> `
                : undefined
            }<a href="${base}/recebidas/${id}">${name}</a
            >${issuerName && issuerTaxId ? html`<small>${taxIdMask(issuerTaxId)}</small>` : undefined}
          </td>
          <td>${kindWords[schemaType]}${number ? ` ${series ? `${series}/` : ''}${number}` : ''}</td>
          <td>${word}${why ? html`<small class="why" data-kind="wait">${why}</small>` : undefined}</td>
          <td class="day">${dayOf(emissionDate)}</td>
          <td class="end">${totalValue ? money(totalValue) : ''}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** `27/11/2026` */
export function dayOf(at: Date): string {
  return brasiliaDay(at).split('-').toReversed().join('/');
}

function empty({ base, filter }: ReceivedView): Markup {
  const isNarrowed = filter.tab !== '' || filter.search !== '' || filter.from !== '' || filter.to !== '';
  if (!isNarrowed && filter.page === 1) {
    return html`<div class="empty">
      <h2>Nenhuma nota recebida ainda</h2>
      <p>O Lavra pergunta sozinho à SEFAZ e ao ambiente da NFS-e. O que emitirem contra a empresa aparece aqui.</p>
    </div>`;
  }
  const days = filter.from ? ` desde ${dayInWords(filter.from)}` : '';
  return html`<div class="empty">
    <h2>Nada com estes filtros${days}</h2>
    <p>Confira o período, ou <a href="${base}/recebidas">veja todas as notas recebidas</a>.</p>
  </div>`;
}
