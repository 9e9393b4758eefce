import type { ApiCall } from '../../../domain/calls/api-call.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { count, lasting, momentInWords } from '../../parts/words.ts';
import type { Integration } from './view.ts';

type CallView = Integration & { apiUrl: string; call: ApiCall; keyName: string | null };

/** One call: its request, its answer, and how to send it again. */
export function callHtml({ person, base, apiUrl, call, keyName }: CallView): string {
  const { method, path, status, durationMs, at, requestId, document } = call;
  return framedPage({
    title: `${method} ${status}`,
    here: 'integracao',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${base}/integracao">Integração</a></nav>
      <div class="head"><h1 class="breaks">${method} ${path.split('?')[0]}</h1></div>
      <dl class="facts framed">
        ${fact('Resposta', String(status))} ${fact('Levou', lasting(durationMs))} ${fact('Quando', momentInWords(at))}
        ${fact('Chave', keyName ?? 'Uma que não existe mais')} ${fact('Código do pedido', requestId)}
        ${fact('Código da nota', document)}
      </dl>
      <p class="actions">
        ${document ? html`<a class="button quiet" href="${base}/notas/${document}">Ver a nota</a>` : undefined}
        <a class="button quiet" href="${base}/auditoria">Auditoria</a>
      </p>
      <section aria-labelledby="enviado">
        <h2 id="enviado">O que foi enviado</h2>
        ${body('Corpo enviado', call.requestBody, call.requestBytes, 'application/json')}
      </section>
      <section aria-labelledby="respondido">
        <h2 id="respondido">O que foi respondido</h2>
        ${body('Corpo respondido', call.responseBody, call.responseBytes, call.responseType)}
      </section>
      <section aria-labelledby="repetir">
        <h2 id="repetir">Copiar como curl</h2>
        <p class="soft">
          Um clique seleciona tudo. Ponha a chave no lugar de <code>SUA_CHAVE</code>, e o que está como ••• de volta.
        </p>
        <pre class="copied" tabindex="0" aria-label="A chamada para o curl">${curlOf(call, apiUrl)}</pre>
      </section>`,
  });
}

/** A stored body, or why it was not stored. */
function body(label: string, kept: string | null | undefined, bytes: number, type: string | null | undefined): Markup {
  if (kept != null) return html`<pre tabindex="0" aria-label="${label}">${indented(kept)}</pre>`;
  if (bytes === 0)
    return html`<p class="soft">
      ${type && /xml|pdf|zip|octet/.test(type) ? `Um arquivo (${type}), que não é guardado.` : 'Nada.'}
    </p>`;
  const size = bytes < 1024 ? `${count(bytes)} bytes` : `${count(Math.round(bytes / 1024))} KB`;
  return html`<p class="soft">
    ${size}${type ? ` (${type})` : ''}, que não são guardados: só se guarda JSON de até 256 KB.
  </p>`;
}

/** JSON with indents; a body that was cut stays as it is. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** Stands for the key, which is stored nowhere. */
const placeholder = 'SUA_CHAVE';

/** A call as a curl command. Masked values have to be filled in again. */
function curlOf(
  { method, path, requestBody }: Pick<ApiCall, 'method' | 'path' | 'requestBody'>,
  apiUrl: string,
): string {
  const lines = [
    `curl ${method === 'HEAD' ? '-I' : `-X ${method}`} ${quoted(`${apiUrl.replace(/\/$/, '')}${path}`)}`,
    `-H 'Authorization: Bearer ${placeholder}'`,
    ...(requestBody == null ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(requestBody)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Quotes a text for the shell, which then reads nothing in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
