import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { typesOfKept } from '../../../domain/webhooks/event-types.ts';
import type { WebhookAttempt } from '../../../domain/webhooks/delivery.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DeliveryInFull } from '../../../operations/webhooks/deliveries-of-owner.ts';
import { alert } from '../../parts/alert.ts';
import { eventWords } from '../../parts/event-words.ts';
import { framedPage } from '../../parts/frame.ts';
import { whenInWords } from '../../parts/moments.ts';
import { type RunAddress, runLink } from '../../parts/run-link.ts';
import { lasting, momentInWords } from '../../parts/words.ts';
import { webhooksId } from '../../../temporal/names.ts';
import { endpointName } from '../webhooks/view.ts';
import { type DeliveriesPlace, deliveryState } from './view.ts';

export type DeliveryView = DeliveryInFull & {
  person: SignedIn;
  place: DeliveriesPlace;
  /** The page of the endpoint; null when there is none to show. */
  endpointAt: string | null;
  /** The base of the company's pages, `/e/{cnpj}`; null when the company is not shown to the person. */
  company: string | null;
  runAddress?: RunAddress;
  /** Whether the person may deliver it again. */
  maySend: boolean;
  now: Date;
  done?: Markup | undefined;
  fault?: string;
};

/** The most characters of an answer that are shown: its beginning says why. */
const answerShown = 2_000;

/** One delivery: what was sent, how it is signed, and each attempt with its answer. */
export function deliveryHtml(view: DeliveryView): string {
  const { person, place, endpointAt, company, now, delivery, endpoint, event, body, attempts, done, fault } = view;
  const { status, nextAttemptAt } = delivery;
  const run = runLink(view.runAddress, webhooksId(endpoint.id));
  return framedPage({
    title: `Entrega de ${typesOfKept[event.type]}`,
    here: place.here,
    person,
    body: html`<p class="trail"><a href="${place.list}">‹ Entregas</a></p>
      <div class="head">
        <h1>${eventWords[event.type]}</h1>
        ${deliveryState(status)}
      </div>
      ${done} ${alert(fault)}
      <p class="breaks">
        <code>${typesOfKept[event.type]}</code> para
        ${endpointAt === null ? endpointName(endpoint) : html`<a href="${endpointAt}">${endpointName(endpoint)}</a>`}, criada em
        ${momentInWords(delivery.createdAt)}.
        ${nextAttemptAt && endpoint.isActive ? `Próxima tentativa ${nextAttemptAt > now ? whenInWords(nextAttemptAt, now) : 'agora'}.` : ''}
        ${event.document && company !== null ? html`<a href="${company}/notas/${event.document}">Ver a nota</a>` : undefined}
        ${run}
      </p>
      ${resend(view)}
      <section aria-labelledby="tentativas">
        <h2 id="tentativas">Tentativas</h2>
        ${
          attempts.length === 0
            ? html`<p>Nenhuma ainda.</p>`
            : html`<ol class="attempts">
                ${attempts.toReversed().map(attemptRow)}
              </ol>`
        }
      </section>
      <section aria-labelledby="corpo">
        <h2 id="corpo">O que é enviado</h2>
        ${headers(view)}
        <p class="soft">O corpo vai numa linha só; aqui está com recuos, para se ler.</p>
        <pre tabindex="0" aria-label="Corpo">${JSON.stringify(body, null, 2)}</pre>
      </section>`,
  });
}

function resend({ place, endpointAt, maySend, delivery, endpoint }: DeliveryView): Markup | undefined {
  if (!maySend) return undefined;
  if (!endpoint.isActive) {
    return html`<p class="notice" data-kind="wait">
      O webhook está pausado, e nada é enviado a ele.
      ${endpointAt === null ? 'Quem é dono dele o reativa antes.' : html`<a href="${endpointAt}">Reative-o</a> para reenviar.`}
    </p>`;
  }
  return html`<form class="actions" method="post" action="${place.list}/${delivery.id}/reenviar">
    <button class="button quiet">Reenviar agora</button>
  </form>`;
}

function attemptRow({
  number,
  startedAt,
  durationMs,
  responseStatus,
  responseBody,
  errorMessage,
}: WebhookAttempt): Markup {
  return html`<li>
    <p>
      <b>${number}ª</b> · <time datetime="${startedAt.toISOString()}">${momentInWords(startedAt)}</time> ·
      ${lasting(durationMs)} · ${responseStatus ? html`<code>${responseStatus}</code>` : 'sem resposta'}
    </p>
    ${errorMessage ? html`<p class="why" data-kind="bad">${errorMessage}</p>` : undefined}
    ${
      responseBody
        ? html`<pre tabindex="0" aria-label="Resposta à tentativa ${number}">${beginningOf(responseBody)}</pre>`
        : undefined
    }
  </li>`;
}

function beginningOf(text: string): string {
  return text.length > answerShown ? `${text.slice(0, answerShown)}…` : text;
}

function headers({ delivery, event }: DeliveryView): Markup {
  return html`<dl class="asked-for">
      <dt><code>X-Webhook-Event</code></dt>
      <dd><code>${typesOfKept[event.type]}</code></dd>
      <dt><code>X-Webhook-Delivery</code></dt>
      <dd><code>${delivery.id}</code></dd>
      <dt><code>X-Webhook-Signature</code></dt>
      <dd><code>t=&lt;segundos&gt;,v1=&lt;assinatura&gt;</code></dd>
    </dl>
    <p>
      A assinatura é o HMAC-SHA256, em hexadecimal, de <code>&lt;segundos&gt;.&lt;corpo como chegou&gt;</code>, com o
      segredo inteiro do webhook (<code>whsec_…</code>) por chave. Ela é outra a cada tentativa. Confira-a antes de ler
      o corpo, e recuse o que tiver mais de cinco minutos.
    </p>`;
}
