import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { typesOfKept } from '../../../domain/webhooks/event-types.ts';
import type { WebhookAttempt } from '../../../domain/webhooks/delivery.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DeliveryInFull } from '../../../operations/webhooks/deliveries-of-owner.ts';
import { alert } from '../../parts/alert.ts';
import { eventWords } from '../../parts/event-words.ts';
import { framedPage } from '../../parts/frame.ts';
import { whenInWords } from '../../parts/moments.ts';
import { lasting, momentInWords } from '../../parts/words.ts';
import { nameOf } from '../webhooks/view.ts';
import { deliveryState } from './view.ts';

export type DeliveryView = DeliveryInFull & {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  now: Date;
  done?: Markup | undefined;
  fault?: string;
};

/** How much of an answer is shown: its beginning says why. */
const answerShown = 2_000;

/** One delivery: what was sent, how it is signed, and each attempt with what was answered. */
export function deliveryHtml(view: DeliveryView): string {
  const { person, base, now, delivery, endpoint, event, body, attempts, done, fault } = view;
  const { status, nextAttemptAt } = delivery;
  return framedPage({
    title: `Entrega de ${typesOfKept[event.type]}`,
    here: 'webhooks',
    person,
    body: html`<p class="trail"><a href="${base}/webhooks/entregas">‹ Entregas</a></p>
      <div class="head">
        <h1>${eventWords[event.type]}</h1>
        ${deliveryState(status)}
      </div>
      ${done} ${alert(fault)}
      <p class="breaks">
        <code>${typesOfKept[event.type]}</code> para <a href="${base}/webhooks/${endpoint.id}">${nameOf(endpoint)}</a>,
        criada em ${momentInWords(delivery.createdAt)}.
        ${nextAttemptAt && endpoint.isActive ? `Próxima tentativa ${nextAttemptAt > now ? whenInWords(nextAttemptAt, now) : 'agora'}.` : ''}
        ${event.document ? html`<a href="${base}/notas/${event.document}">Ver a nota</a>` : undefined}
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

function resend({ base, delivery, endpoint }: DeliveryView): Markup {
  if (!endpoint.isActive) {
    return html`<p class="notice" data-kind="wait">
      O webhook está pausado, e nada é enviado a ele. <a href="${base}/webhooks/${endpoint.id}">Reative-o</a> para
      reenviar.
    </p>`;
  }
  return html`<form class="actions" method="post" action="${base}/webhooks/entregas/${delivery.id}/reenviar">
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
