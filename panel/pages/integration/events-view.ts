import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type CompanyEventName, companyEventNames, typesOfKept } from '../../../domain/webhooks/event-types.ts';
import type { SentEvent } from '../../../operations/webhooks/events-sent.ts';
import { eventWords } from '../../parts/event-words.ts';
import { framedPage } from '../../parts/frame.ts';
import { option } from '../../parts/option.ts';
import { momentInWords } from '../../parts/words.ts';
import { deliveryState } from '../deliveries/view.ts';
import type { Integration } from './view.ts';

type EventsView = Integration & {
  event: CompanyEventName | undefined;
  events: SentEvent[];
  next: string | null;
  isLater: boolean;
};

/** What a company's webhooks were sent, each event with its body. */
export function webhookEventsHtml({ person, base, event, events, next, isLater }: EventsView): string {
  const here = `${base}/integracao/eventos`;
  const query = (more: Record<string, string>): string => {
    const text = new URLSearchParams({ ...(event ? { evento: event } : {}), ...more }).toString();
    return text === '' ? here : `${here}?${text}`;
  };
  return framedPage({
    title: 'Eventos enviados',
    here: 'integracao',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${base}/integracao">Integração</a></nav>
      <div class="head"><h1>Eventos enviados</h1></div>
      <p class="soft">
        O que os webhooks desta empresa receberam, ou vão receber, o mais novo primeiro. Tentativas e reenvio estão em
        cada entrega.
      </p>
      <form class="find" method="get" action="${here}" role="search">
        <label class="field grow"
          ><span>Evento</span>
          <select name="evento">
            ${option('', 'Todos', event === undefined)}
            ${companyEventNames.map((name) => option(name, `${eventWords[name]} (${typesOfKept[name]})`, name === event))}
          </select></label
        >
        <button class="button quiet">Filtrar</button>
      </form>
      ${
        events.length === 0
          ? html`<div class="empty">
              <h2>Nenhum evento enviado</h2>
              <p>
                ${event ? html`<a href="${here}">Ver todos</a>` : html`Adicione um <a href="${base}/webhooks">webhook</a>, e o que ele receber aparece aqui.`}
              </p>
            </div>`
          : html`<ul class="plain-list">
              ${events.map((each) => row(base, each))}
            </ul>`
      }
      <nav class="pager" aria-label="Páginas">
        ${isLater ? html`<a href="${query({})}">Os mais novos</a>` : undefined}
        ${next === null ? undefined : html`<a rel="next" href="${query({ depois: next })}">Mais antigos</a>`}
      </nav>`,
  });
}

function row(base: string, { id, eventType, createdAt, status, document, body }: SentEvent): Markup {
  return html`<li>
    <span class="of-key"
      ><b>${eventWords[eventType]}</b> <code>${typesOfKept[eventType]}</code>
      <small>${momentInWords(createdAt)}</small></span
    >
    ${deliveryState(status)} <a href="${base}/webhooks/entregas/${id}">Ver a entrega</a>
    ${document ? html`<a href="${base}/notas/${document}">Ver a nota</a>` : undefined}
    <details class="wide">
      <summary>Conteúdo<span class="unseen"> de ${typesOfKept[eventType]}, ${momentInWords(createdAt)}</span></summary>
      <pre tabindex="0" aria-label="Conteúdo do evento">${JSON.stringify(body, null, 2)}</pre>
    </details>
  </li>`;
}
