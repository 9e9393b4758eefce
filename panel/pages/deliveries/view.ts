import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type DeliveryStatus, typesOfKept } from '../../../domain/webhooks/event-types.ts';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import type { SavedView } from '../../../domain/accounts/saved-view.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DeliveriesPage, ListedDelivery } from '../../../operations/webhooks/deliveries-of-owner.ts';
import { type Redeliverable, redeliveredAtMost } from '../../../operations/webhooks/redeliver-matching.ts';
import { alert } from '../../parts/alert.ts';
import { eventWords } from '../../parts/event-words.ts';
import { framedPage } from '../../parts/frame.ts';
import { whenInWords } from '../../parts/moments.ts';
import { mark } from '../../parts/states.ts';
import { count, dayInWords, secondOf } from '../../parts/words.ts';
import { viewBar } from '../saved-views/bar.ts';
import { nameOf } from '../webhooks/view.ts';
import { type DeliveriesFilter, deliverable, outcomeWords, saidBy } from './filter.ts';

export type DeliveriesView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  now: Date;
  filter: DeliveriesFilter;
  endpoints: WebhookEndpoint[];
  list: DeliveriesPage;
  views: SavedView[];
  /** Whether the page is not the newest. */
  isLater: boolean;
  done?: Markup | undefined;
};

/** What a company's endpoints were told, across all of them, the newest first. */
export function deliveriesHtml(view: DeliveriesView): string {
  const { person, base, filter, list, views, done } = view;
  const saved = {
    role: person.company?.role,
    base,
    list: 'entregas',
    filter: new URLSearchParams(saidBy(filter)).toString(),
    views,
  } as const;
  return framedPage({
    title: 'Entregas',
    here: 'webhooks',
    person,
    body: html`<p class="trail"><a href="${base}/webhooks">‹ Webhooks</a></p>
      <div class="head">
        <h1>Entregas</h1>
        <a class="button quiet" href="${addressOf(`${base}/webhooks/entregas/reenviar`, filter)}"
          >Reenviar as falhas deste filtro…</a
        >
      </div>
      ${done} ${find(view)} ${viewBar(saved)} ${list.deliveries.length === 0 ? empty(view) : ledger(view)}
      <nav class="pager" aria-label="Páginas">
        ${view.isLater ? html`<a href="${addressOf(`${base}/webhooks/entregas`, filter)}">As mais novas</a>` : undefined}
        ${
          list.next === null
            ? undefined
            : html`<a rel="next" href="${addressOf(`${base}/webhooks/entregas`, filter, { depois: list.next })}"
                >Mais antigas</a
              >`
        }
      </nav>`,
  });
}

/** An address with a filter. */
export function addressOf(path: string, filter: DeliveriesFilter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams([...saidBy(filter), ...Object.entries(more)]).toString();
  return query === '' ? path : `${path}?${query}`;
}

function find({ base, filter, endpoints }: DeliveriesView): Markup {
  const option = (value: string, words: string, isChosen: boolean): Markup =>
    html`<option value="${value}" ${isChosen ? html`selected` : undefined}>${words}</option>`;
  return html`<form class="find" method="get" action="${base}/webhooks/entregas" role="search">
    <label class="field"
      ><span>Situação</span>
      <select name="situacao">
        ${option('', 'Todas', filter.outcome === undefined)}
        ${Object.entries(outcomeWords).map(([outcome, { word, inAddress }]) => option(inAddress, word, filter.outcome === outcome))}
      </select></label
    >
    <label class="field"
      ><span>Evento</span>
      <select name="evento">
        ${option('', 'Todos', filter.event === undefined)}
        ${deliverable.map((event) => option(typesOfKept[event], eventWords[event], filter.event === event))}
      </select></label
    >
    <label class="field"
      ><span>Webhook</span>
      <select name="webhook">
        ${option('', 'Todos', filter.endpoint === undefined)}
        ${endpoints.map((endpoint) => option(endpoint.id, nameOf(endpoint), filter.endpoint === endpoint.id))}
      </select></label
    >
    <label class="field"><span>De</span> <input type="date" name="de" value="${filter.from ?? ''}" /></label>
    <label class="field"><span>Até</span> <input type="date" name="ate" value="${filter.to ?? ''}" /></label>
    <button class="button quiet">Filtrar</button>
  </form>`;
}

function empty({ base, filter }: DeliveriesView): Markup {
  if (saidBy(filter).length === 0) {
    return html`<div class="empty">
      <h2>Nenhuma entrega ainda</h2>
      <p>As dos últimos 90 dias aparecem aqui.</p>
    </div>`;
  }
  return html`<div class="empty">
    <h2>Nada com estes filtros</h2>
    <p><a href="${base}/webhooks/entregas">Ver todas as entregas</a></p>
  </div>`;
}

function ledger({ base, now, list }: DeliveriesView): Markup {
  const days = Map.groupBy(list.deliveries, ({ createdAt }) => brasiliaDay(createdAt));
  return html`<table class="ledger entries">
    <caption class="unseen">
      Entregas, a mais nova primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Situação</th>
        <th scope="col">Evento</th>
        <th scope="col">Webhook</th>
        <th scope="col" class="end">Resposta</th>
        <th scope="col" class="end">Quando</th>
      </tr>
    </thead>
    ${[...days].map(
      ([day, deliveries]) =>
        html`<tbody>
          <tr class="day">
            <th colspan="5" scope="rowgroup">${dayInWords(day)}</th>
          </tr>
          ${deliveries.map((delivery) => row(base, delivery, now))}
        </tbody>`,
    )}
  </table>`;
}

function row(base: string, delivery: ListedDelivery, now: Date): Markup {
  const { id, eventType, url, status, responseStatus, errorMessage, nextAttemptAt, attempts, createdAt } = delivery;
  const next = nextAttemptAt ? `Tenta ${nextAttemptAt > now ? whenInWords(nextAttemptAt, now) : 'agora'}` : null;
  return html`<tr>
    <td>${deliveryState(status)}</td>
    <td>
      <a class="open" href="${base}/webhooks/entregas/${id}">${typesOfKept[eventType]}</a>
    </td>
    <td class="who-cell">
      <span>${URL.parse(url)?.host ?? url}</span>
      ${status !== 'SUCCEEDED' && errorMessage ? html`<small class="why" data-kind="bad">${errorMessage}</small>` : undefined}
      ${next ? html`<small>${next}</small>` : undefined}
    </td>
    <td class="end">
      ${responseStatus ?? '–'}${attempts > 1 ? html` <small>${count(attempts)} tentativas</small>` : undefined}
    </td>
    <td class="end"><time datetime="${createdAt.toISOString()}">${secondOf(createdAt)}</time></td>
  </tr>`;
}

const states = {
  PENDING: ['PROCESSING', 'Na fila'],
  SUCCEEDED: ['AUTHORIZED', 'Entregue'],
  FAILED: ['REJECTED', 'Falhou'],
} as const satisfies Record<DeliveryStatus, readonly [string, string]>;

/** By a word and a shape. */
export function deliveryState(status: DeliveryStatus): Markup {
  const [like, word] = states[status];
  return html`<span class="state" data-state="${like}">${mark(like)}${word}</span>`;
}

export type RedeliverView = Pick<DeliveriesView, 'person' | 'base' | 'filter' | 'endpoints'> & {
  found: Redeliverable;
  fault?: string;
};

/** Asks, with their number, before failures are delivered again. */
export function redeliverHtml({ person, base, filter, endpoints, found, fault }: RedeliverView): string {
  const { count: total, isMore, paused } = found;
  const back = addressOf(`${base}/webhooks/entregas`, filter);
  const words = total === 1 ? 'Reenviar a falha' : `Reenviar as ${count(total)} falhas`;
  return framedPage({
    title: 'Reenviar falhas',
    here: 'webhooks',
    person,
    body: html`<p class="trail"><a href="${back}">‹ Entregas</a></p>
      <h1>Reenviar falhas</h1>
      ${alert(fault)}
      <dl class="asked-for">
        <dt>Situação</dt>
        <dd>${outcomeWords[filter.outcome ?? 'FAILED'].word}</dd>
        <dt>Evento</dt>
        <dd>${filter.event ? eventWords[filter.event] : 'Todos'}</dd>
        <dt>Webhook</dt>
        <dd>${webhookIn(filter, endpoints)}</dd>
        <dt>Criadas</dt>
        <dd>${daysIn(filter)}</dd>
      </dl>
      ${
        total === 0
          ? html`<p>Nenhuma entrega deste filtro falhou, ou já foram reenviadas.</p>`
          : html`<p>
                ${
                  total === 1
                    ? 'Uma entrega deste filtro falhou e será tentada de novo.'
                    : `${count(total)} entregas deste filtro falharam e serão tentadas de novo, as mais antigas primeiro.`
                }
                O que já chegou não é repetido; o seu sistema reconhece um evento que já viu pelo <code>id</code>.
              </p>
              ${isMore ? html`<p>Há mais do que ${count(redeliveredAtMost)}: reenvie estas, e depois repita.</p>` : undefined}
              <form class="actions" method="post" action="${base}/webhooks/entregas/reenviar">
                ${saidBy(filter).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
                <input type="hidden" name="quantas" value="${total}" />
                <button class="button">${words}</button> <a class="quiet-link" href="${back}">Desistir</a>
              </form>`
      }
      ${paused > 0 ? html`<p class="soft">Outras ${count(paused)} são de webhooks pausados, e ficam como estão.</p>` : undefined}`,
  });
}

function webhookIn({ endpoint }: DeliveriesFilter, endpoints: WebhookEndpoint[]): string {
  const found = endpoints.find(({ id }) => id === endpoint);
  return endpoint === undefined ? 'Todos' : found ? nameOf(found) : 'desconhecido';
}

function daysIn({ from, to }: DeliveriesFilter): string {
  if (!from && !to) return 'nos últimos 90 dias';
  return [from ? `de ${dayInWords(from)}` : '', to ? `até ${dayInWords(to)}` : ''].filter(Boolean).join(' ');
}
