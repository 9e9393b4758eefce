import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { BulkAnswer } from '../../../domain/received/bulk-answer.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { ChosenCompany } from '../../../operations/offices/chosen-companies.ts';
import type { PortfolioNote, PortfolioNotes } from '../../../operations/received/portfolio-list.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { option } from '../../parts/option.ts';
import { count, momentInWords } from '../../parts/words.ts';
import { type LedgerRow, monthDownload, receivedLedger, receivedSearch, receivedTabs } from '../received/ledger.ts';
import { isAnswerable } from '../received/words.ts';
import { addressOf, type PortfolioFilter, filterFields } from './filter.ts';

export type PortfolioReceivedView = PortfolioNotes & {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  /** Whether the person may answer in the name of the companies. */
  mayAnswer: boolean;
  filter: PortfolioFilter;
  companies: ChosenCompany[];
  /** Bulk answers that are under way or ended lately. */
  bulks: BulkAnswer[];
  now: Date;
  done?: Markup | undefined;
  fault?: string | undefined;
};

/** The notes that others issued against all companies of an office, the newest first. */
export function portfolioReceivedHtml(view: PortfolioReceivedView): string {
  const { person, office, filter, notes, now, done, fault } = view;
  const path = `/c/${office.taxId}/recebidas`;
  return framedPage({
    title: 'Notas recebidas',
    here: 'recebidas',
    person,
    body: html`<div class="head">
        <h1>Notas recebidas</h1>
        ${monthDownload(`${path}/mes.zip`, now)}
      </div>
      ${done} ${alert(fault)} ${lately(path, view)}
      ${receivedTabs(filter.tab, (tab) => addressOf(path, { ...filter, tab, behind: null }))}
      ${receivedSearch(path, filter, companyField(view))}
      ${notes.length === 0 ? empty(path, filter) : ledger(path, view)} ${onward(path, view)}`,
  });
}

function companyField({ companies, filter }: PortfolioReceivedView): Markup {
  return html`<label class="field"
    ><span>Empresa</span>
    <select name="empresa">
      ${option('', 'Todas', filter.company === '')}
      ${companies.map(({ id, name }) => option(id, name, id === filter.company))}
    </select></label
  >`;
}

/** Whether awareness (ciência) of the note can be registered: it is authorized, and the company has not answered it. */
export function isToBeAware(note: PortfolioNote): boolean {
  return isAnswerable(note) && note.status === 'AUTHORIZED' && !note.manifestation;
}

function ledger(path: string, { notes, filter, mayAnswer }: PortfolioReceivedView): Markup {
  const rows = notes.map((note): LedgerRow => {
    const { company, answer } = note;
    const choice = mayAnswer && isToBeAware(note) ? note.id : null;
    return { note, answer, base: `/e/${company.taxId}`, choice, company: company.name };
  });
  if (!mayAnswer) return receivedLedger(rows);
  const isAny = rows.some(({ choice }) => choice !== null);
  return html`<form method="get" action="${path}/ciencia">
    ${hiddenFilter(filter)} ${receivedLedger(rows)}
    <p class="actions">
      ${isAny ? html`<button class="button">Dar ciência das escolhidas…</button>` : undefined}
      <a class="button quiet" href="${addressOf(`${path}/ciencia`, { ...filter, behind: null }, { todas: 'sim' })}"
        >Dar ciência de todas deste filtro…</a
      >
    </p>
  </form>`;
}

/** The filter as hidden fields of a form. */
export function hiddenFilter(filter: PortfolioFilter): Markup[] {
  return filterFields({ ...filter, behind: null }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

function onward(path: string, { filter, next, notes }: PortfolioReceivedView): Markup {
  const first = filter.behind
    ? html`<a rel="prev" href="${addressOf(path, { ...filter, behind: null })}">Mais novas</a>`
    : undefined;
  const rest = next
    ? html`<a rel="next" href="${addressOf(path, { ...filter, behind: next })}">Mais antigas</a>`
    : undefined;
  const file = addressOf(`${path}/lista.csv`, { ...filter, behind: null });
  return html`${
    first || rest
      ? html`<nav class="pager" aria-label="Páginas">
          <span>${count(notes.length)} nesta página</span>${first} ${rest}
        </nav>`
      : undefined
  }
  ${notes.length > 0 ? html`<p class="soft">Tudo deste filtro: <a href="${file}" download>Baixar CSV</a></p>` : undefined}`;
}

function lately(path: string, { bulks }: PortfolioReceivedView): Markup | undefined {
  if (bulks.length === 0) return undefined;
  return html`<ul class="lately">
    ${bulks.map(
      ({ id, noteCount, createdAt, author, finishedAt }) =>
        html`<li>
          <a href="${path}/ciencias/${id}">Ciência de ${count(noteCount)} ${noteCount === 1 ? 'nota' : 'notas'}</a>, de
          ${author}, em ${momentInWords(createdAt)}${finishedAt ? undefined : html` <b>em andamento</b>`}
        </li>`,
    )}
  </ul>`;
}

function empty(path: string, filter: PortfolioFilter): Markup {
  const isNarrowed = filter.tab !== '' || filter.search !== '' || filter.company !== '';
  return html`<div class="empty">
    <h2>Nenhuma nota recebida ${isNarrowed ? 'com estes filtros' : 'neste período'}</h2>
    <p>
      O Lavra pergunta sozinho à SEFAZ, por cada empresa.
      ${isNarrowed ? html`Confira os filtros, ou <a href="${path}">veja as de todas as empresas</a>.` : 'Confira o período.'}
    </p>
  </div>`;
}
