import type { AuditAction } from '../../../domain/audit/actions.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { AuditEntryShown, AuditPage } from '../../../operations/audit/find-entries.ts';
import type { RecentActor } from '../../../operations/audit/recent-actors.ts';
import { auditGroups, saysOf, whoOf } from '../../parts/audit-words.ts';
import { framedPage } from '../../parts/frame.ts';
import { count, dayInWords, secondOf } from '../../parts/words.ts';
import { type AuditFilter, keyOf, queryOf } from './filter.ts';

/** How many entries a file has at most. */
export const entriesInFile = 10_000;

export type AuditView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  filter: AuditFilter;
  actors: RecentActor[];
  page: AuditPage;
  /** Whether the page is not the newest. */
  isLater: boolean;
};

/** Who changed what of a company, the newest first. */
export function auditHtml(view: AuditView): string {
  const { person, base, filter, page, isLater } = view;
  const here = `${base}/auditoria`;
  return framedPage({
    title: 'Auditoria',
    here: 'auditoria',
    person,
    body: html`<div class="head">
        <h1>Auditoria</h1>
        <a class="button quiet" href="${here}/planilha${queryOf(filter)}">Baixar planilha (CSV)</a>
      </div>
      <p>
        Quem mudou o quê, e quando, nos últimos cinco anos. O que está aqui não se muda; senhas e segredos nunca são
        escritos. A planilha traz até ${count(entriesInFile)} linhas deste filtro.
      </p>
      ${find(view)} ${page.entries.length === 0 ? empty(view) : days(view)}
      <nav class="pager" aria-label="Páginas">
        ${isLater ? html`<a href="${here}${queryOf(filter)}">As mais novas</a>` : undefined}
        ${page.next === null ? undefined : html`<a rel="next" href="${here}${queryOf(filter, { depois: page.next })}">Mais antigas</a>`}
      </nav>`,
  });
}

function find({ base, filter, actors }: AuditView): Markup {
  const option = (value: string, words: string, isChosen: boolean): Markup =>
    html`<option value="${value}" ${isChosen ? html`selected` : undefined}>${words}</option>`;
  const isKnown = filter.who === undefined || actors.some((actor) => keyOf(actor) === filter.who);
  return html`<form class="find" method="get" action="${base}/auditoria" role="search">
    <label class="field"
      ><span>Quem</span>
      <select name="quem">
        ${option('', 'Todos', filter.who === undefined)}
        ${isKnown ? undefined : option(filter.who ?? '', 'Quem você filtrou', true)}
        ${actors.map((actor) => option(keyOf(actor), whoOf({ actor, office: null }), keyOf(actor) === filter.who))}
      </select></label
    >
    <label class="field"
      ><span>Sobre o quê</span>
      <select name="oque">
        ${option('', 'Tudo', filter.group === undefined)}
        ${Object.entries(auditGroups).map(([group, words]) => option(group.toLowerCase(), words, group === filter.group))}
      </select></label
    >
    <label class="field"><span>De</span> <input type="date" name="de" value="${filter.from ?? ''}" /></label>
    <label class="field"><span>Até</span> <input type="date" name="ate" value="${filter.to ?? ''}" /></label>
    <button class="button quiet">Filtrar</button>
  </form>`;
}

function empty({ base, filter }: AuditView): Markup {
  return html`<div class="empty">
    <h2>${queryOf(filter) === '' ? 'Nada mudou ainda' : 'Nada com estes filtros'}</h2>
    ${queryOf(filter) === '' ? undefined : html`<p><a href="${base}/auditoria">Ver tudo</a></p>`}
  </div>`;
}

function days({ base, page }: AuditView): Markup {
  const byDay = Map.groupBy(page.entries, ({ at }) => brasiliaDay(at));
  return html`${[...byDay].map(
    ([day, entries]) =>
      html`<section class="audit-day" aria-labelledby="dia-${day}">
        <h2 id="dia-${day}">${dayInWords(day)}</h2>
        <ol class="audit">
          ${entries.map((entry) => row(base, entry))}
        </ol>
      </section>`,
  )}`;
}

function row(base: string, entry: AuditEntryShown): Markup {
  const { at, action, subject, office, actor, requestId } = entry;
  const isOfNote = subject !== null && noteActions.has(action);
  return html`<li>
    <time datetime="${at.toISOString()}">${secondOf(at)}</time>
    <div>
      <p>
        <b>${whoOf(entry)}</b>
        ${saysOf(entry)}${isOfNote ? html`. <a href="${base}/notas/${subject}">Ver a nota</a>` : '.'}
      </p>
      ${
        (office && actor.kind !== 'OFFICE_KEY') || requestId
          ? html`<small
              >${office && actor.kind !== 'OFFICE_KEY' ? `Escritório ${office.name}` : ''}${
                requestId ? html` Pedido <code>${requestId}</code>` : undefined
              }</small
            >`
          : undefined
      }
    </div>
  </li>`;
}

/** What is about a note that is still there. */
const noteActions = new Set<AuditAction>([
  'DOCUMENT_CANCELLATION_REQUESTED',
  'DOCUMENT_CHANGED',
  'DOCUMENT_CORRECTION_REQUESTED',
  'DOCUMENT_CREATED',
  'DOCUMENT_EMISSION_REQUESTED',
  'DOCUMENT_RECEIPT_REMOVAL_REQUESTED',
  'DOCUMENT_RECEIPT_REQUESTED',
  'DOCUMENT_RESOLVED',
  'REPLACED_NOTE_GIVEN_UP',
]);
