import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createLavra, type Lavra } from '../../clients/typescript/src/index.ts';
import { version } from '../../config/version.ts';
import { acts } from './acts.ts';
import { confirmations } from './confirmation.ts';
import { questions } from './questions.ts';

/** Which installation is asked, by whose key; with an office's key, for which company of its portfolio. */
export type McpOptions = { url: string; apiKey: string; companyId?: string | undefined };

const instructions = `Lavra emite documentos fiscais brasileiros (NF-e, NFC-e, NFS-e).
Antes de criar, mostre a prévia (preview_sale) à pessoa. Para emitir: draft_sale, depois preview_emission, e só com o sim da pessoa emit_document com a confirmação que a prévia deu. Para cancelar: preview_cancellation, e só com o sim da pessoa cancel_document.
Uma nota em PRODUCTION tem valor fiscal. Quem decide é a pessoa; o que a API recusa diz o campo e como corrigir.`;

/** The tools of an assistant over the public API: what the key may do, and nothing that the API does not do. */
export function lavraMcp({ url, ...asked }: McpOptions): McpServer {
  const options = { ...asked, url: url.replace(/\/+$/, '') };
  const server = new McpServer({ name: 'lavra', version }, { instructions });
  const lavra = lavraOf(options);
  questions(server, lavra, options.url);
  acts(server, lavra, confirmations(options.apiKey));
  return server;
}

/** With an office's key the operations of a company stand below it (`openapi/mounts.ts`); everything else about them is the same. */
function lavraOf({ url, apiKey, companyId }: McpOptions): Lavra {
  if (companyId === undefined) return createLavra({ baseUrl: url, apiKey });
  const below = `/v1/accounting/companies/${encodeURIComponent(companyId)}/`;
  const fetch = (request: Request): Promise<Response> =>
    globalThis.fetch(new Request(request.url.replace('/v1/', below), request));
  return createLavra({ baseUrl: url, apiKey, fetch });
}
