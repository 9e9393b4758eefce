import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type DeliveryStatus, type KeptEventName, typesOfKept } from '../../../domain/webhooks/event-types.ts';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import type { SavedView } from '../../../domain/accounts/saved-view.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DeliveriesPage, ListedDelivery } from '../../../operations/webhooks/deliveries-of-owner.ts';
import { type Redeliverable, redeliveredAtMost } from '../../../operations/webhooks/redeliver-matching.ts';
import { alert } from '../../parts/alert.ts';
import { eventWords } from '../../parts/event-words.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import type { MenuPath } from '../../parts/menu.ts';
import { whenInWords } from '../../parts/moments.ts';
import { option } from '../../parts/option.ts';
import { mark } from '../../parts/states.ts';
import { count, dayInWords, secondOf } from '../../parts/words.ts';
import { viewBar } from '../saved-views/bar.ts';
import { endpointName } from '../webhooks/view.ts';
import { type DeliveriesFilter, outcomeWords, filterFields } from './filter.ts';

/** Whose deliveries a page is about, and where. */
export type DeliveriesPlace = {
  /** The path of the list: `/e/{cnpj}/webhooks/entregas`, or an office's. */
  list: string;
  /** The link back to the webhooks; absent in the list of everybody. */
  trail?: Markup;
  here: MenuPath;
  /** The events that their endpoints may receive. */
  events: readonly KeptEventName[];
  /** Whether everybody's deliveries are listed, each with its owner. */
  isOfAll: boolean;
};

export type DeliveriesView = {
  person: SignedIn;
  place: DeliveriesPlace;
  now: Date;
  filter: DeliveriesFilter;
  /** The owner's endpoints, to choose from; for everybody only the one in the filter. */
  endpoints: WebhookEndpoint[];
  list: DeliveriesPage;
  /** The person's saved filters; null for lists without them. */
  views: SavedView[] | null;
  /** Whether this is not the newest page. */
  isLater: boolean;
  done?: Markup | undefined;
  fault?: string | undefined;
};

/** The deliveries to the endpoints of a company, an office or everybody, the newest first. */
export function deliveriesHtml(view: DeliveriesView): string {
  const { person, place, filter, list, done, fault } = view;
  return framedPage({
    title: 'Entregas',
    here: place.here,
    person,
    body: html`${place.trail}
      <div class="head">
        <h1>Entregas</h1>
        ${mayResend(view) ? resendLink(place, filter) : undefined}
      </div>
      ${done} ${alert(fault)} ${find(view)} ${savedBar(view)}
      ${list.deliveries.length === 0 ? empty(view) : ledger(view)}
      <nav class="pager" aria-label="Páginas">
        ${view.isLater ? html`<a href="${addressOf(place.list, filter)}">As mais novas</a>` : undefined}
        ${
          list.next === null
            ? undefined
            : html`<a rel="next" href="${addressOf(place.list, filter, { depois: list.next })}">Mais antigas</a>`
        }
      </nav>`,
  });
}

function savedBar({ person, filter, views }: DeliveriesView): Markup | undefined {
  if (!views || !person.company) return undefined;
  const said = new URLSearchParams(filterFields(filter)).toString();
  const { role, taxId } = person.company;
  return viewBar({ role, base: `/e/${taxId}`, list: 'entregas', filter: said, views });
}

function mayResend({ person, place }: DeliveriesView): boolean {
  return !place.isOfAll || (person.operator !== null && may(person.operator, 'redeliverAnybodys'));
}

function resendLink({ list }: DeliveriesPlace, filter: DeliveriesFilter): Markup {
  return html`<a class="button quiet" href="${addressOf(`${list}/reenviar`, filter)}"
    >Reenviar as falhas deste filtro…</a
  >`;
}

/** The address of a list with a filter. */
export function addressOf(path: string, filter: DeliveriesFilter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams([...filterFields(filter), ...Object.entries(more)]).toString();
  return query === '' ? path : `${path}?${query}`;
}

function find({ place, filter, endpoints }: DeliveriesView): Markup {
  return html`<form class="find" method="get" action="${place.list}" role="search">
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
        ${place.events.map((event) => option(typesOfKept[event], eventWords[event], filter.event === event))}
      </select></label
    >
    ${
      place.isOfAll
        ? ownerField(filter)
        : html`<label class="field"
            ><span>Webhook</span>
            <select name="webhook">
              ${option('', 'Todos', filter.endpoint === undefined)}
              ${endpoints.map((endpoint) => option(endpoint.id, endpointName(endpoint), filter.endpoint === endpoint.id))}
            </select></label
          >`
    }
    <label class="field"><span>De</span> <input type="date" name="de" value="${filter.from ?? ''}" /></label>
    <label class="field"><span>Até</span> <input type="date" name="ate" value="${filter.to ?? ''}" /></label>
    <button class="button quiet">Filtrar</button>
  </form>`;
}

/** Filters everybody's deliveries by owner; a link alone narrows them to one endpoint. */
function ownerField({ owner, endpoint }: DeliveriesFilter): Markup {
  return html`<label class="field grow"
      ><span>De quem</span> <input name="de-quem" value="${owner ?? ''}" placeholder="CNPJ ou CPF da empresa ou do escritório"
    /></label>
    ${endpoint ? html`<input type="hidden" name="webhook" value="${endpoint}" />` : undefined}`;
}

function empty({ place, filter }: DeliveriesView): Markup {
  if (filterFields(filter).length === 0) {
    return html`<div class="empty">
      <h2>Nenhuma entrega ainda</h2>
      <p>As dos últimos 90 dias aparecem aqui.</p>
    </div>`;
  }
  return html`<div class="empty">
    <h2>Nada com estes filtros</h2>
    <p><a href="${place.list}">Ver todas as entregas</a></p>
  </div>`;
}

function ledger({ place, now, list }: DeliveriesView): Markup {
  const days = Map.groupBy(list.deliveries, ({ createdAt }) => brasiliaDay(createdAt));
  return html`<table class="ledger entries">
    <caption class="unseen">
      Entregas, a mais nova primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Situação</th>
        <th scope="col">Evento</th>
        <th scope="col">${place.isOfAll ? 'De quem, e para onde' : 'Webhook'}</th>
        <th scope="col" class="end">Resposta</th>
        <th scope="col" class="end">Quando</th>
      </tr>
    </thead>
    ${[...days].map(
      ([day, deliveries]) =>
        html`<tbody>
          <tr class="day">
            <th colspan="5" scope="rowgroup">${dayInWords(day, now)}</th>
          </tr>
          ${deliveries.map((delivery) => row(place, delivery, now))}
        </tbody>`,
    )}
  </table>`;
}

function row({ list }: DeliveriesPlace, delivery: ListedDelivery, now: Date): Markup {
  const { id, eventType, url, status, responseStatus, errorMessage, nextAttemptAt, attempts, createdAt, owner } =
    delivery;
  const next = nextAttemptAt ? `Tenta ${nextAttemptAt > now ? whenInWords(nextAttemptAt, now) : 'agora'}` : null;
  return html`<tr>
    <td>${deliveryState(status)}</td>
    <td>
      <a class="open" href="${list}/${id}">${typesOfKept[eventType]}</a>
    </td>
    <td class="who-cell">
      ${owner ? html`<span>${owner.name}${owner.isOffice ? ' (escritório)' : ''}</span>` : undefined}
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

/** A delivery's status as a word and a shape. */
export function deliveryState(status: DeliveryStatus): Markup {
  const [like, word] = states[status];
  return html`<span class="state" data-state="${like}">${mark(like)}${word}</span>`;
}

export type RedeliverView = Pick<DeliveriesView, 'person' | 'place' | 'filter' | 'endpoints'> & {
  found: Redeliverable;
  fault?: string;
};

/** Asks, with the number of failures, before they are delivered again. */
export function redeliverHtml({ person, place, filter, endpoints, found, fault }: RedeliverView): string {
  const { count: total, isMore, paused } = found;
  const { list, here, isOfAll } = place;
  const back = addressOf(list, filter);
  const words = total === 1 ? 'Reenviar a falha' : `Reenviar as ${count(total)} falhas`;
  return framedPage({
    title: 'Reenviar falhas',
    here,
    person,
    body: html`<p class="trail"><a href="${back}">‹ Entregas</a></p>
      <h1>Reenviar falhas</h1>
      ${alert(fault)}
      <dl class="asked-for">
        <dt>Situação</dt>
        <dd>${outcomeWords[filter.outcome ?? 'FAILED'].word}</dd>
        <dt>Evento</dt>
        <dd>${filter.event ? eventWords[filter.event] : 'Todos'}</dd>
        ${
          isOfAll
            ? html`<dt>De quem</dt>
                <dd>${filter.owner ? taxIdMask(filter.owner) : 'De todas as empresas e escritórios'}</dd>`
            : undefined
        }
        ${
          isOfAll && !filter.endpoint
            ? undefined
            : html`<dt>Webhook</dt>
                <dd>${webhookIn(filter, endpoints)}</dd>`
        }
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
                O que já chegou não é repetido; o sistema que recebe reconhece um evento que já viu pelo
                <code>id</code>.
              </p>
              ${isMore ? html`<p>Há mais do que ${count(redeliveredAtMost)}: reenvie estas, e depois repita.</p>` : undefined}
              <form class="actions" method="post" action="${list}/reenviar">
                ${filterFields(filter).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
                <input type="hidden" name="quantas" value="${total}" />
                <button class="button">${words}</button> <a class="quiet-link" href="${back}">Desistir</a>
              </form>`
      }
      ${paused > 0 ? html`<p class="soft">Outras ${count(paused)} são de webhooks pausados, e ficam como estão.</p>` : undefined}`,
  });
}

function webhookIn({ endpoint }: DeliveriesFilter, endpoints: WebhookEndpoint[]): string {
  const found = endpoints.find(({ id }) => id === endpoint);
  return endpoint === undefined ? 'Todos' : found ? endpointName(found) : 'desconhecido';
}

function daysIn({ from, to }: DeliveriesFilter): string {
  if (!from && !to) return 'nos últimos 90 dias';
  return [from ? `de ${dayInWords(from)}` : '', to ? `até ${dayInWords(to)}` : ''].filter(Boolean).join(' ');
}
