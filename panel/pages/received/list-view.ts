import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import type { SavedView } from '../../../domain/accounts/saved-view.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DistributionState } from '../../../operations/distribution/distribution-rows.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { agoInWords, whenInWords } from '../../parts/moments.ts';
import { addressQuery, byAge, pager } from '../../parts/pager.ts';
import { dayInWords } from '../../parts/words.ts';
import { liveListAddress } from '../live/addresses.ts';
import { viewBar } from '../saved-views/bar.ts';
import type { ReceivedFilter } from './filter.ts';
import { type LedgerRow, monthDownload, receivedLedger, receivedSearch, receivedTabs } from './ledger.ts';
import { isAnswerable } from './words.ts';

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
  /** The version of the list, as `versionOf` gives it. */
  version: string;
  views: SavedView[];
  done?: Markup | undefined;
  fault?: string;
};

/** The documents that others issued against a company, the newest first. */
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
        ${monthDownload(`${base}/recebidas/mes.zip`, now)}
      </div>
      ${done} ${alert(fault)} ${clock(view)}
      ${receivedTabs(filter.tab, (tab) => address(base, { ...filter, tab, page: 1 }))}
      ${receivedSearch(`${base}/recebidas`, filter)} ${viewBar(saved)}
      ${
        documents.length === 0
          ? empty(view)
          : html`<form method="get" action="${base}/recebidas/responder">
              ${receivedLedger(rowsOf(view))}
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
  const pagina = page > 1 ? page : undefined;
  return `${base}/recebidas${addressQuery({ situacao: tab, busca: search, de: from, ate: to, pagina })}`;
}

function rowsOf({ base, documents, answers, mayAnswer }: ReceivedView): LedgerRow[] {
  return documents.map((note) => {
    const choice = mayAnswer && isAnswerable(note) ? note.id : null;
    return { note, answer: answers.get(note.id), base, choice };
  });
}

const sourceWords: Record<DistributionSource, string> = { NFE: 'NF-e', NFSE: 'NFS-e' };

/** When the sources were last asked for new documents, and when they may be asked next. */
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
