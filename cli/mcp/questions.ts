import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { type DocumentFilters, type Lavra } from '../../clients/typescript/src/index.ts';
import { explainRejection, isExplained } from '../../domain/rejections/explain.ts';
import { answer, documentId, reads, refusedAnswer, reportingErrors } from './answer.ts';
import { draftBody, exampleSales, saleSchema } from './sale.ts';

const day = z.iso.date().optional();

const filters = {
  search: z.string().optional().describe('nome do cliente, número, chave de acesso ou número do pedido'),
  status: z.enum(['DRAFT', 'PROCESSING', 'AUTHORIZED', 'REJECTED', 'CANCELLED']).optional(),
  type: z.enum(['NFE', 'NFCE', 'NFSE']).optional(),
  environment: z.enum(['PRODUCTION', 'HOMOLOGATION']).optional().describe('PRODUCTION, se não for dito'),
  issuedFrom: day.describe('primeiro dia de emissão, AAAA-MM-DD'),
  issuedTo: day.describe('último dia de emissão, AAAA-MM-DD'),
  page: z.number().int().min(1).default(1),
};

/** Adds the tools that only read: find notes, tell a note's story, preview, explain a rejection. */
export function addReadingTools(server: McpServer, lavra: Lavra, url: string): void {
  server.registerTool(
    'find_documents',
    {
      title: 'Achar documentos',
      description:
        'Lista documentos emitidos, do mais novo ao mais antigo, por cliente, número, chave, situação, tipo ou dia.',
      inputSchema: filters,
      annotations: reads,
    },
    reportingErrors(async ({ page, ...wanted }) => {
      const { data, meta } = await lavra.documents.list(wanted as DocumentFilters).page(page);
      return answer(data.length === 0 ? 'Nenhum documento.' : `${data.length} documento(s) nesta página.`, {
        data,
        meta,
      });
    }),
  );
  server.registerTool(
    'read_document',
    {
      title: 'Ler um documento',
      description:
        'O documento inteiro e a sua história: situação, o que espera e até quando, por que foi rejeitado e como corrigir, eventos, impostos de cada item.',
      inputSchema: { documentId },
      annotations: reads,
    },
    reportingErrors(async ({ documentId: id }) => {
      const note = await lavra.documents.get(id);
      const waits = note.waiting ? ` Espera: ${note.waiting.reason}` : '';
      return answer(
        `${note.type} ${note.number || 'sem número'}: ${note.status} em ${note.environment}.${waits}`,
        note,
      );
    }),
  );
  server.registerTool(
    'example_sales',
    {
      title: 'Exemplos de venda',
      description: 'Uma venda de cada tipo (NF-e, NFC-e, NFS-e), com os campos da API.',
      annotations: reads,
    },
    () => answer(`Todos os campos: ${url}/docs/campos/FiscalDocumentCreation`, { examples: exampleSales }),
  );
  server.registerTool(
    'preview_sale',
    {
      title: 'Prévia de uma venda',
      description:
        'Calcula a nota inteira, com os impostos de cada item e a origem de cada alíquota, como seria emitida agora. Nada é criado.',
      inputSchema: { sale: saleSchema },
      annotations: reads,
    },
    reportingErrors(async ({ sale }) => {
      const preview = await lavra.documents.preview(draftBody(sale));
      const warnings = preview.warnings.length > 0 ? ` ${preview.warnings.length} aviso(s).` : '';
      return answer(`Total ${preview.totalValue} em ${preview.environment}.${warnings} Nada foi criado.`, preview);
    }),
  );
  server.registerTool(
    'explain_tax',
    {
      title: 'Explicar os impostos de um item',
      description:
        'De onde veio cada alíquota e código de um item: do item, da regra de tributação, do produto, do modelo, da empresa ou da tabela da lei.',
      inputSchema: { documentId, item: z.number().int().min(1).describe('o primeiro item é 1') },
      annotations: reads,
    },
    reportingErrors(async ({ documentId: id, item }) => {
      const { items } = await lavra.documents.get(id);
      const found = items[item - 1];
      if (!found) return refusedAnswer(`O documento tem ${items.length} item(ns): não há item ${item}.`);
      return answer(`Item ${item}: ${found.description}. Em taxation, a origem de cada valor.`, found);
    }),
  );
  server.registerTool(
    'explain_rejection',
    {
      title: 'Explicar uma rejeição',
      description:
        'O que um código de rejeição da SEFAZ (539) ou da SEFIN Nacional (E0312) quer dizer, por que acontece e como corrigir.',
      inputSchema: { code: z.string().regex(/^(E?\d{3,4})$/i, 'um código como 539 ou E0312') },
      annotations: reads,
    },
    ({ code: typed }) => {
      const code = typed.toUpperCase();
      const { cause, mend, field } = explainRejection(code, '');
      const known = isExplained(code) ? '' : ' O Lavra só diz o que vale para qualquer código desta autoridade.';
      return answer(`Rejeição ${code}: ${cause}${known}`, {
        ...{ code, cause, field },
        ...{ forProgrammers: mend.programmer, forPeople: mend.person },
        help: `${url}/docs/rejeicoes/${code.toLowerCase()}`,
      });
    },
  );
}
