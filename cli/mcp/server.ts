import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createLavra, type Lavra } from '../../clients/typescript/src/index.ts';
import { version } from '../../config/version.ts';
import { addActingTools } from './acts.ts';
import { confirmations } from './confirmation.ts';
import { addReadingTools } from './questions.ts';

/** The installation's URL, and the API key; with an office's key the company of its portfolio. */
export type McpOptions = { url: string; apiKey: string; companyId?: string | undefined };

const instructions = `Lavra emite documentos fiscais brasileiros (NF-e, NFC-e, NFS-e).
Antes de criar, mostre a prévia (preview_sale) à pessoa. Para emitir: draft_sale, depois preview_emission, e só com o sim da pessoa emit_document com a confirmação que a prévia deu. Para cancelar: preview_cancellation, e só com o sim da pessoa cancel_document.
Uma nota em PRODUCTION tem valor fiscal. Quem decide é a pessoa; o que a API recusa diz o campo e como corrigir.`;

/** An MCP server with tools over the public API: they can do what the key may do. */
export function lavraMcp({ url, ...asked }: McpOptions): McpServer {
  const options = { ...asked, url: url.replace(/\/+$/, '') };
  const server = new McpServer({ name: 'lavra', version }, { instructions });
  const lavra = lavraOf(options);
  addReadingTools(server, lavra, options.url);
  addActingTools(server, lavra, confirmations(options.apiKey));
  return server;
}

/**
 * The client of the API. With an office's key the operations of a company are below the company's path (`openapi/mounts.ts`); the rest of them is the
 * same.
 */
function lavraOf({ url, apiKey, companyId }: McpOptions): Lavra {
  if (companyId === undefined) return createLavra({ baseUrl: url, apiKey });
  const below = `/v1/accounting/companies/${encodeURIComponent(companyId)}/`;
  const fetch = (request: Request): Promise<Response> =>
    globalThis.fetch(new Request(request.url.replace('/v1/', below), request));
  return createLavra({ baseUrl: url, apiKey, fetch });
}
