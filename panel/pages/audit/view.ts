import type { AuditAction } from '../../../domain/audit/actions.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { AuditEntryShown, AuditPage, RecentActor } from '../../../operations/audit/find-entries.ts';
import { auditGroups, entryInWords, whoOf } from '../../parts/audit-words.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { option } from '../../parts/option.ts';
import { homePaths } from '../../parts/places.ts';
import { dayInWords, secondOf } from '../../parts/words.ts';
import { type AuditFilter, actorKey, addressOf } from './filter.ts';

export type AuditView = {
  person: SignedIn;
  /** The address of the list. */
  at: string;
  /** The address of a note of the company; absent in the list of all. */
  noteAt?: (id: string) => string;
  /** Whether the list is of all companies and offices, so that each entry names its own. */
  isOfAll?: boolean;
  /** Why nothing could be searched. */
  fault?: string | undefined;
  filter: AuditFilter;
  actors: RecentActor[];
  page: AuditPage;
  /** Whether this is not the newest page. */
  isLater: boolean;
};

/** Who changed what in a company, or in all of them, the newest first. */
export function auditHtml(view: AuditView): string {
  const { person, at: here, isOfAll, fault, filter, page, isLater } = view;
  return framedPage({
    title: 'Auditoria',
    here: 'auditoria',
    person,
    body: html`<div class="head">
        <h1>Auditoria</h1>
        <a class="button quiet" href="${here}/planilha${addressOf(filter)}">Baixar planilha (CSV)</a>
      </div>
      <p>
        Quem mudou o quê, e quando, nos últimos cinco anos. O que está aqui não se muda; senhas e segredos nunca são
        escritos. A planilha traz todas as linhas deste filtro${isOfAll ? ', de todas as empresas e escritórios' : ''}.
      </p>
      ${alert(fault)} ${find(view)} ${page.entries.length === 0 ? empty(view) : days(view)}
      <nav class="pager" aria-label="Páginas">
        ${isLater ? html`<a href="${here}${addressOf(filter)}">As mais novas</a>` : undefined}
        ${page.next === null ? undefined : html`<a rel="next" href="${here}${addressOf(filter, { depois: page.next })}">Mais antigas</a>`}
      </nav>`,
  });
}

function find({ at, isOfAll, filter, actors }: AuditView): Markup {
  const isKnown = filter.who === undefined || actors.some((actor) => actorKey(actor) === filter.who);
  return html`<form class="find" method="get" action="${at}" role="search">
    ${isOfAll ? ownerFields(filter) : undefined}
    <label class="field"
      ><span>Quem</span>
      <select name="quem">
        ${option('', 'Todos', filter.who === undefined)}
        ${isKnown ? undefined : option(filter.who ?? '', 'Quem você filtrou', true)}
        ${actors.map((actor) => option(actorKey(actor), whoOf({ actor, office: null }), actorKey(actor) === filter.who))}
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

function ownerFields({ company, office }: AuditFilter): Markup {
  return html`<label class="field"
      ><span>Empresa</span> <input name="empresa" value="${company ?? ''}" placeholder="CNPJ ou CPF" autocomplete="off"
    /></label>
    <label class="field"
      ><span>Escritório</span>
      <input name="escritorio" value="${office ?? ''}" placeholder="CNPJ ou CPF" autocomplete="off"
    /></label>`;
}

function empty({ at, filter }: AuditView): Markup {
  return html`<div class="empty">
    <h2>${addressOf(filter) === '' ? 'Nada mudou ainda' : 'Nada com estes filtros'}</h2>
    ${addressOf(filter) === '' ? undefined : html`<p><a href="${at}">Ver tudo</a></p>`}
  </div>`;
}

function days({ page, ...view }: AuditView): Markup {
  const byDay = Map.groupBy(page.entries, ({ at }) => brasiliaDay(at));
  return html`${[...byDay].map(
    ([day, entries]) =>
      html`<section class="audit-day" aria-labelledby="dia-${day}">
        <h2 id="dia-${day}">${dayInWords(day)}</h2>
        <ol class="audit">
          ${entries.map((entry) => row(view, entry))}
        </ol>
      </section>`,
  )}`;
}

function row({ noteAt, isOfAll }: Pick<AuditView, 'noteAt' | 'isOfAll'>, entry: AuditEntryShown): Markup {
  const { at, action, subject, company, office, actor, requestId } = entry;
  const noteLink = subject !== null && noteActions.has(action) ? noteAt?.(subject) : undefined;
  const told = [
    isOfAll && company ? html`<a href="${homePaths.INSTALLATION()}/${company.taxId}">${company.name}</a>` : undefined,
    office && actor.kind !== 'OFFICE_KEY' ? html`Escritório ${office.name}` : undefined,
    requestId ? html`Código do pedido <code>${requestId}</code>` : undefined,
  ].filter((each) => each !== undefined);
  return html`<li>
    <time datetime="${at.toISOString()}">${secondOf(at)}</time>
    <div>
      <p>
        <b>${whoOf(entry)}</b>
        ${entryInWords(entry)}${noteLink === undefined ? '.' : html`. <a href="${noteLink}">Ver a nota</a>`}
      </p>
      ${told.length === 0 ? undefined : html`<small>${told.map((each, index) => html`${index > 0 ? ' · ' : ''}${each}`)}</small>`}
    </div>
  </li>`;
}

/** Actions about a note that still exists. */
const noteActions = new Set<AuditAction>([
  'DOCUMENT_CANCELLATION_REQUESTED',
  'DOCUMENT_CHANGED',
  'DOCUMENT_CORRECTION_REQUESTED',
  'DOCUMENT_CREATED',
  'DOCUMENT_EMISSION_REQUESTED',
  'DOCUMENT_EVENT_REQUESTED',
  'DOCUMENT_RECEIPT_REMOVAL_REQUESTED',
  'DOCUMENT_MAIL_REQUESTED',
  'DOCUMENT_RECEIPT_REQUESTED',
  'DOCUMENT_RESOLVED',
  'REPLACED_NOTE_GIVEN_UP',
]);
