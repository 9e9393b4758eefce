import { callDays, callsKept } from '../../../domain/calls/api-call.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { ListedCall } from '../../../operations/calls/find-calls.ts';
import { framedPage } from '../../parts/frame.ts';
import { option } from '../../parts/option.ts';
import { count, lasting, momentInWords } from '../../parts/words.ts';
import { type CallsFilter, addressOf } from './filter.ts';

export type Integration = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
};

export type CallsView = Integration & {
  apiUrl: string;
  keepsCalls: boolean;
  hasSimulator: boolean;
  filter: CallsFilter;
  keys: ReadonlyMap<string, string>;
  calls: ListedCall[];
  next: string | null;
  /** Whether this is not the newest page. */
  isLater: boolean;
};

/** The last calls of a company's keys, and links to whatever else an integrator looks for. */
export function callsHtml(view: CallsView): string {
  const { person, base, keepsCalls, filter, calls, next, isLater } = view;
  const here = `${base}/integracao`;
  return framedPage({
    title: 'Integração',
    here: 'integracao',
    person,
    body: html`<div class="head"><h1>Integração</h1></div>
      ${ways(view)}
      <section aria-labelledby="chamadas">
        <h2 id="chamadas">Chamadas do seu sistema</h2>
        <p class="soft">
          As últimas ${count(callsKept)} com as chaves desta empresa, por ${callDays} dias. Segredos e dados de pessoas
          não são guardados: aparecem como •••. Uma chamada leva um ou dois segundos para aparecer.
        </p>
        ${
          keepsCalls
            ? undefined
            : html`<p class="notice" data-kind="wait">
                Quem opera o Lavra desligou este registro: novas chamadas não aparecem aqui.
              </p>`
        }
        ${find(view)} ${calls.length === 0 ? empty(view) : table(here, calls)}
        <nav class="pager" aria-label="Páginas">
          ${isLater ? html`<a href="${here}${addressOf(filter)}">As mais novas</a>` : undefined}
          ${next === null ? undefined : html`<a rel="next" href="${here}${addressOf(filter, { depois: next })}">Mais antigas</a>`}
        </nav>
      </section>`,
  });
}

function ways({ base, apiUrl, hasSimulator }: CallsView): Markup {
  return html`<ul class="ways">
    <li><a href="${base}/integracao/eventos">Eventos enviados, com o conteúdo</a></li>
    <li><a href="${base}/webhooks/entregas">Entregas de webhooks</a></li>
    <li><a href="${base}/chaves">Chaves</a></li>
    ${hasSimulator ? html`<li><a href="${base}/integracao/simulador">Autoridade simulada</a></li>` : undefined}
    <li><a href="${apiUrl}/docs">Guias e referência da API</a></li>
  </ul>`;
}

/** Words for the first digit of a status, for the filter. */
const answers: readonly (readonly [digit: string, words: string])[] = [
  ['', 'Qualquer'],
  ['2', 'Deu certo'],
  ['4', 'Recusada'],
  ['5', 'Falha nossa'],
];

function find({ base, filter, keys }: CallsView): Markup {
  const status = filter.status ?? '';
  return html`<form class="find" method="get" action="${base}/integracao" role="search">
    <label class="field grow"
      ><span>Caminho</span>
      <input type="search" name="caminho" value="${filter.path ?? ''}" placeholder="fiscal-documents"
    /></label>
    <label class="field"
      ><span>Resposta</span>
      <select name="resposta">
        ${answers.map(([value, words]) => option(value, words, status === value))}
        ${status.length === 3 ? option(status, `Só ${status}`, true) : undefined}
      </select></label
    >
    <label class="field"
      ><span>Chave</span>
      <select name="chave">
        ${option('', 'Todas', filter.key === undefined)}
        ${[...keys].map(([id, name]) => option(id, name, filter.key === id))}
      </select></label
    >
    <label class="field"><span>De</span> <input type="datetime-local" name="de" value="${filter.from ?? ''}" /></label>
    <label class="field"><span>Até</span> <input type="datetime-local" name="ate" value="${filter.to ?? ''}" /></label>
    <label class="field"
      ><span>Código do pedido</span> <input name="pedido" value="${filter.requestId ?? ''}" autocomplete="off"
    /></label>
    <label class="field"
      ><span>Código da nota</span> <input name="nota" value="${filter.document ?? ''}" autocomplete="off"
    /></label>
    <button class="button quiet">Filtrar</button>
  </form>`;
}

function empty({ base, filter }: CallsView): Markup {
  if (addressOf(filter) !== '') {
    return html`<div class="empty">
      <h2>Nada com estes filtros</h2>
      <p><a href="${base}/integracao">Ver todas</a></p>
    </div>`;
  }
  return html`<div class="empty">
    <h2>Nenhuma chamada ainda</h2>
    <p>Quando o seu sistema chamar com uma chave desta empresa, a chamada e a resposta aparecem aqui.</p>
  </div>`;
}

/** Whether an answer is shown as a failure. */
export function kindOf(status: number): 'bad' | undefined {
  return status >= 400 ? 'bad' : undefined;
}

function table(here: string, calls: ListedCall[]): Markup {
  return html`<table class="records calls">
    <caption class="unseen">
      Chamadas, a mais nova primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Chamada</th>
        <th scope="col">Resposta</th>
        <th scope="col">Levou</th>
        <th scope="col">Quando</th>
        <th scope="col">Chave</th>
      </tr>
    </thead>
    <tbody>
      ${calls.map(
        ({ id, method, path, status, durationMs, at, keyName }) =>
          html`<tr>
            <td class="breaks">
              <a href="${here}/chamadas/${id}"><code>${method} ${path}</code></a>
            </td>
            <td><b class="why" ${kindOf(status) ? html`data-kind="bad"` : undefined}>${status}</b></td>
            <td>${lasting(durationMs)}</td>
            <td><time datetime="${at.toISOString()}">${momentInWords(at)}</time></td>
            <td>${keyName ?? 'Uma chave que não existe mais'}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
