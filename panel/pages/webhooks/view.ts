import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { EndpointWithHealth } from '../../../operations/webhooks/endpoint-health.ts';
import { fieldGroups, type FormState } from '../../forms/fields.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { agoInWords, whenInWords } from '../../parts/moments.ts';
import { mark } from '../../parts/states.ts';
import { count } from '../../parts/words.ts';
import { webhookGroups } from './form.ts';
import type { WebhooksPlace } from './places.ts';

type Framed = {
  person: SignedIn;
  /** `/e/{cnpj}` or `/c/{cnpj}` */
  base: string;
  /** The owner's pages and words. */
  place: WebhooksPlace;
  now: Date;
  done?: Markup | undefined;
  fault?: string;
};

const page = ({ person }: Framed, title: string, body: Markup): string =>
  framedPage({ title, here: 'webhooks', person, body });

const trail = (base: string): Markup => html`<p class="trail"><a href="${base}/webhooks">‹ Webhooks</a></p>`;

/** The endpoints of a company or an office, each with its health. */
export function webhooksHtml(view: Framed & { endpoints: EndpointWithHealth[] }): string {
  const { base, place, now, done, endpoints } = view;
  return page(
    view,
    'Webhooks',
    html`<div class="head">
        <h1>Webhooks</h1>
        <p class="actions">
          <a class="button quiet" href="${base}/webhooks/entregas">Ver entregas</a>
          <a class="button" href="${base}/webhooks/novo">Adicionar webhook…</a>
        </p>
      </div>
      <p>${place.about}</p>
      ${done}
      ${
        endpoints.length === 0
          ? html`<div class="empty">
              <h2>Nenhum webhook</h2>
              <p>Sem um, o seu sistema só sabe do que acontece quando pergunta.</p>
            </div>`
          : html`<ul class="plain-list">
              ${endpoints.map(
                (each) =>
                  html`<li>
                    <span class="breaks"
                      ><a href="${base}/webhooks/${each.endpoint.id}"><b>${endpointName(each.endpoint)}</b></a>
                      <small>${each.endpoint.url}</small>
                      <small>${healthWords(each, now)}</small></span
                    >
                    ${standing(each)}
                  </li>`,
              )}
            </ul>`
      }`,
  );
}

export const endpointName = ({ description, url }: Pick<WebhookEndpoint, 'url' | 'description'>): string =>
  description || (URL.parse(url)?.host ?? url);

function standing({ endpoint, health }: EndpointWithHealth): Markup {
  if (!endpoint.isActive) {
    const word = endpoint.disabledReason ? 'Desativado' : 'Pausado';
    return html`<span class="state" data-state="DRAFT">${mark('DRAFT')}${word}</span>`;
  }
  const isFailing = endpoint.consecutiveFailures > 0 || (health.failed > 0 && health.lastSuccessAt === null);
  return isFailing
    ? html`<span class="state" data-state="REJECTED">${mark('REJECTED')}Falhando</span>`
    : html`<span class="state" data-state="AUTHORIZED">${mark('AUTHORIZED')}Ativo</span>`;
}

function healthWords({ endpoint, health }: EndpointWithHealth, now: Date): string {
  const { lastSuccessAt, waiting, failed } = health;
  return [
    lastSuccessAt ? `Última entrega ${agoInWords(lastSuccessAt, now)}` : 'Nenhuma entrega chegou ainda',
    endpoint.consecutiveFailures > 1 ? `${count(endpoint.consecutiveFailures)} falhas seguidas` : '',
    waiting > 0 ? `${count(waiting)} na fila` : '',
    failed > 0 ? (failed === 1 ? '1 que não chegou' : `${count(failed)} que não chegaram`) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The form of a new endpoint. */
export function newWebhookHtml(view: Framed & { form: FormState; id: string }): string {
  const { base, place, form, id } = view;
  return page(
    view,
    'Adicionar webhook',
    html`${trail(base)}
      <h1>Adicionar webhook</h1>
      <form method="post" action="${base}/webhooks/novo">
        <input type="hidden" name="id" value="${id}" />
        ${fieldGroups(webhookGroups(place.events), form)}
        <p class="actions"><button class="button">${place.add}</button></p>
      </form>`,
  );
}

/** The secret of an endpoint, shown once, in the answer to the form that created it. */
export function webhookSecretHtml(
  view: Framed & { endpoint: WebhookEndpoint; secret: string; isNew: boolean },
): string {
  const { base, endpoint, secret, isNew } = view;
  return page(
    view,
    isNew ? 'Webhook adicionado' : 'Segredo trocado',
    html`${trail(base)}
      <h1>${isNew ? 'Webhook adicionado' : 'Segredo trocado'}</h1>
      <p>
        Copie o segredo agora e guarde-o no seu sistema: ele <b>não aparece de novo</b>. Com ele o seu sistema confere
        que um aviso veio mesmo do Lavra.
      </p>
      <p class="secret"><code>${secret}</code></p>
      ${isNew ? undefined : html`<p>O segredo anterior já não assina nada: até você trocá-lo no seu sistema, ele recusará os avisos.</p>`}
      <p class="actions"><a class="button" href="${base}/webhooks/${endpoint.id}">Já guardei: ver o webhook</a></p>`,
  );
}

/** An endpoint: its health, its form, and its actions. */
export function webhookHtml(view: Framed & EndpointWithHealth & { form: FormState }): string {
  const { base, place, now, done, fault, endpoint, health, form } = view;
  const { id, isActive, disabledReason } = endpoint;
  const here = `${base}/webhooks/${id}`;
  return page(
    view,
    endpointName(endpoint),
    html`${trail(base)}
      <div class="head">
        <h1 class="breaks">${endpointName(endpoint)}</h1>
        ${standing(view)}
      </div>
      ${done} ${alert(fault)}
      ${
        isActive
          ? undefined
          : html`<section class="notice" data-kind="wait">
              <h2>${disabledReason ?? 'Pausado: nada é enviado, e eventos novos não são guardados para ele.'}</h2>
              <p>Ao reativar, o Lavra testa o endereço e envia o que ficou na fila.</p>
            </section>`
      }
      <p>
        ${healthWords(view, now)}.
        ${health.nextAttemptAt && isActive ? `Próxima tentativa ${whenInWords(health.nextAttemptAt, now)}.` : ''}
      </p>
      <div class="actions">
        ${isActive ? act(`${here}/testar`, 'Enviar um teste') : act(`${here}/reativar`, 'Reativar')}
        ${isActive ? act(`${here}/pausar`, 'Pausar') : undefined}
        <a class="button quiet" href="${base}/webhooks/entregas?webhook=${id}">Ver entregas</a>
      </div>
      <form method="post" action="${here}">
        ${fieldGroups(webhookGroups(place.events), form)}
        ${endpoint.events.length > 0 ? undefined : html`<p class="soft">Este webhook foi criado sem escolher, e recebe os avisos marcados acima.</p>`}
        <p class="actions"><button class="button">Salvar</button></p>
      </form>
      <section aria-labelledby="cuidado">
        <h2 id="cuidado">Com cuidado</h2>
        <details class="asked">
          <summary>Trocar o segredo…</summary>
          <p>O segredo novo vale na hora, e o anterior deixa de valer. Tenha o seu sistema à mão.</p>
          ${act(`${here}/trocar-segredo`, 'Trocar o segredo')}
        </details>
        <details class="asked">
          <summary>Remover o webhook…</summary>
          <p>As entregas dele, e o que está na fila, se apagam. Isso não pode ser desfeito.</p>
          ${act(`${here}/remover`, 'Remover o webhook')}
        </details>
      </section>`,
  );
}

function act(action: string, words: string): Markup {
  return html`<form method="post" action="${action}"><button class="button quiet">${words}</button></form>`;
}
