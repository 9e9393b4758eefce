import type { OperatorRole } from '../../../domain/accounts/roles.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { Attention } from '../../../operations/waits/attention.ts';
import type { AttentionItem, AttentionThing } from '../../../operations/waits/attention/attention-item.ts';
import type { RunFacts } from '../../../operations/waits/run-facts.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { type RunAddress, runLink } from '../../parts/run-link.ts';
import { runOf } from '../../parts/run-of.ts';
import { type WaitLine, waitLists, type WaitSections } from '../../parts/waits.ts';
import { count } from '../../parts/words.ts';
import { sideForOperator, operatorRemedyHtml } from './remedies.ts';
import { thingWords, attentionItemForOperator } from './words.ts';

export type AllAttentionView = {
  person: SignedIn;
  role: OperatorRole;
  found: Attention;
  runs: RunFacts;
  runAddress?: RunAddress;
  only: AttentionThing | undefined;
  /** The tax id in the search field. */
  company: string;
  now: Date;
  done?: Markup | undefined;
  fault?: string | undefined;
};

const address = '/o/atencao';

const sections: WaitSections = [
  ['OPERATOR', 'Precisam de quem opera', 'operacao'],
  ['COMPANY', 'Precisam de alguém da empresa', 'empresa'],
  ['NOBODY', 'Seguem sozinhas', 'sozinhas'],
];

/** What waits, has stopped, or soon will, in all companies, each with its remedy. */
export function allAttentionHtml(view: AllAttentionView): string {
  const { person, found, only, now, done, fault } = view;
  const lines = found.items.map((item) => lineOf(view, item));
  const more = (only === undefined ? found.total : found.totals[only]) - lines.length;
  return framedPage({
    title: 'Atenção',
    here: 'atencao',
    person,
    body: html`<div class="head"><h1>Atenção</h1></div>
      ${done} ${alert(fault)} ${find(view)} ${tabs(view)}
      ${lines.length === 0 ? empty(view) : waitLists(lines, sections, now)}
      ${more > 0 ? html`<p class="pager">E mais ${count(more)}: aparecem quando estas andarem, ou filtrando.</p>` : undefined}`,
  });
}

/** The address of the list with a filter. */
export function addressOf(only: AttentionThing | undefined, company: string): string {
  const said = { ...(only ? { tipo: thingWords[only].inAddress } : {}), ...(company ? { empresa: company } : {}) };
  const query = new URLSearchParams(said).toString();
  return query === '' ? address : `${address}?${query}`;
}

function find({ only, company }: AllAttentionView): Markup {
  return html`<form class="find" method="get" action="${address}" role="search">
    ${only ? html`<input type="hidden" name="tipo" value="${thingWords[only].inAddress}" />` : undefined}
    <label class="field grow"
      ><span>De uma empresa</span>
      <input type="search" name="empresa" value="${company}" placeholder="CNPJ ou CPF" />
    </label>
    <button class="button quiet">Filtrar</button>
  </form>`;
}

/** The number of items of each thing, as links that filter the list; things without items are left out. */
function tabs({ found, only, company }: AllAttentionView): Markup {
  const things = (Object.keys(thingWords) as AttentionThing[]).filter(
    (thing) => found.totals[thing] > 0 || thing === only,
  );
  const tab = (thing: AttentionThing | undefined, word: string, total: number): Markup =>
    html`<a class="tab" href="${addressOf(thing, company)}" ${thing === only ? html`aria-current="true"` : undefined}
      >${word} <b>${count(total)}</b></a
    >`;
  return html`<nav class="tabs" aria-label="Filtrar por tipo">
    ${tab(undefined, 'Tudo', found.total)}
    ${things.map((thing) => tab(thing, thingWords[thing].word, found.totals[thing]))}
  </nav>`;
}

function empty({ only, company }: AllAttentionView): Markup {
  if (only !== undefined || company !== '') {
    return html`<div class="empty">
      <h2>Nada com este filtro</h2>
      <p><a href="${address}">Ver tudo o que espera</a></p>
    </div>`;
  }
  return html`<div class="empty">
    <h2>Nada espera</h2>
    <p>Nenhuma nota parada, nenhum aviso que falhou, nada vence em breve, e os workers trabalham.</p>
  </div>`;
}

function lineOf({ role, now, runs, runAddress }: AllAttentionView, item: AttentionItem): WaitLine {
  const { company, remedy, since, until } = item;
  const { title, reason, path } = attentionItemForOperator(item);
  const run = runLink(runAddress, runOf(item, runs));
  return {
    ...{ title, reason, since, until, side: sideForOperator(remedy) },
    href: path === null || company === null ? null : `/e/${company}${path}`,
    beside: html`${company === null ? undefined : html` · <a href="/e/${company}/notas">${taxIdMask(company)}</a>`}
    ${run ? html` · ${run}` : undefined}`,
    help: operatorRemedyHtml(remedy, { role, company, title, until, now }),
  };
}
