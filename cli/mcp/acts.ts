import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { type FiscalDocumentDetail, type Lavra, LavraError } from '../../clients/typescript/src/index.ts';
import { answer, documentId, reads, refusedAnswer, reportingErrors } from './answer.ts';
import { type Confirmations, type Confirmed, confirmationMinutes } from './confirmation.ts';
import { draftBody, idempotencyKeyOf, saleSchema, confirmationSummary } from './sale.ts';

/** For how many seconds a tool waits for the authority. Assistants give up on longer calls, and the note goes on by itself. */
const patienceSeconds = 25;

const confirmation = z.string().describe('a confirmação que a prévia deu, depois do sim da pessoa');
const justification = z.string().min(15).max(255).describe('o motivo, com 15 a 255 letras, que a autoridade recebe');

const begins = ['DRAFT', 'REJECTED'];

/** Adds the tools that change something. Creating a draft issues nothing; issuing and cancelling need a confirmation that a preview gave. */
export function addActingTools(server: McpServer, lavra: Lavra, confirmed: Confirmations): void {
  const read = (id: string): Promise<FiscalDocumentDetail> => lavra.documents.get(id);
  /** The state of a note when it was shown: when it has changed, another preview is needed. */
  const shownOf = ({ status, updatedAt, totalValue }: FiscalDocumentDetail): string[] => [
    status,
    updatedAt,
    totalValue,
  ];
  const emitting = (note: FiscalDocumentDetail): Confirmed => ({
    act: 'EMIT',
    documentId: note.id,
    shown: shownOf(note),
  });
  const cancelling = (note: FiscalDocumentDetail, why: string): Confirmed => ({
    act: 'CANCEL',
    documentId: note.id,
    shown: [...shownOf(note), why],
  });

  server.registerTool(
    'draft_sale',
    {
      title: 'Criar um rascunho',
      description:
        'Cria o documento em rascunho; nada vai à autoridade. A mesma venda, enviada outra vez, é o mesmo rascunho: vendas iguais precisam de externalId diferentes.',
      inputSchema: { sale: saleSchema },
      annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    reportingErrors(async ({ sale }) => {
      const draft = await lavra.documents.create(draftBody(sale), { idempotencyKey: idempotencyKeyOf(sale) });
      return answer(`Rascunho ${draft.id}. Para emitir, mostre preview_emission à pessoa.`, draft);
    }),
  );
  server.registerTool(
    'preview_emission',
    {
      title: 'Prévia da emissão',
      description:
        'O que será emitido: cliente, itens, total e ambiente. Mostre à pessoa; a confirmação serve a emit_document.',
      inputSchema: { documentId },
      annotations: reads,
    },
    reportingErrors(async ({ documentId: id }) => {
      const note = await read(id);
      if (!begins.includes(note.status))
        return refusedAnswer(`Este documento está ${note.status}: não há o que emitir.`, confirmationSummary(note));
      const counts = note.environment === 'PRODUCTION' ? 'COM valor fiscal' : 'sem valor fiscal (homologação)';
      return answer(`Pronto para emitir, ${counts}. A confirmação vale ${confirmationMinutes} minutos.`, {
        confirmation: confirmed.of(emitting(note)),
        document: confirmationSummary(note),
      });
    }),
  );
  server.registerTool(
    'emit_document',
    {
      title: 'Emitir',
      description:
        'Envia o documento à autoridade. Só depois do sim da pessoa, com a confirmação de preview_emission. Chamar outra vez não emite outra nota.',
      inputSchema: { documentId, confirmation },
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    reportingErrors(async ({ documentId: id, confirmation: word }) => {
      const note = await read(id);
      if (!begins.includes(note.status))
        return answer(`Nada foi feito: o documento já está ${note.status}.`, confirmationSummary(note));
      const confirmation = confirmed.check(emitting(note), word);
      if (confirmation !== 'VALID') return unconfirmed(confirmation, 'preview_emission');
      await lavra.documents.emit(id);
      return outcome(lavra, id);
    }),
  );
  server.registerTool(
    'preview_cancellation',
    {
      title: 'Prévia do cancelamento',
      description: 'A nota que será cancelada e o motivo. Mostre à pessoa; a confirmação serve a cancel_document.',
      inputSchema: { documentId, justification },
      annotations: reads,
    },
    reportingErrors(async ({ documentId: id, justification: why }) => {
      const note = await read(id);
      if (note.status !== 'AUTHORIZED')
        return refusedAnswer(`Só se cancela uma nota autorizada; esta está ${note.status}.`, confirmationSummary(note));
      return answer(`Cancelar não tem volta. A confirmação vale ${confirmationMinutes} minutos.`, {
        confirmation: confirmed.of(cancelling(note, why)),
        justification: why,
        document: confirmationSummary(note),
      });
    }),
  );
  server.registerTool(
    'cancel_document',
    {
      title: 'Cancelar',
      description:
        'Cancela uma nota autorizada. Só depois do sim da pessoa, com a confirmação de preview_cancellation e o mesmo motivo.',
      inputSchema: {
        documentId,
        justification,
        confirmation,
        reason: z
          .enum(['1', '2', '9'])
          .optional()
          .describe('só de uma NFS-e: 1 erro na emissão, 2 serviço não prestado, 9 outros'),
      },
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    reportingErrors(async ({ documentId: id, justification: why, confirmation: word, reason }) => {
      const note = await read(id);
      if (note.status === 'CANCELLED')
        return answer('Nada foi feito: a nota já está cancelada.', confirmationSummary(note));
      const confirmation = confirmed.check(cancelling(note, why), word);
      if (confirmation !== 'VALID') return unconfirmed(confirmation, 'preview_cancellation');
      const { message } = await lavra.documents.cancel(id, { justification: why, ...(reason ? { reason } : {}) });
      return answer(message, confirmationSummary(await read(id)));
    }),
  );
}

function unconfirmed(confirmation: 'EXPIRED' | 'OF_ANOTHER', preview: string) {
  const why =
    confirmation === 'EXPIRED'
      ? 'A confirmação venceu.'
      : 'A confirmação não é desta prévia: o documento mudou depois dela, ou ela é de outro.';
  return refusedAnswer(`${why} Nada foi feito. Chame ${preview}, mostre à pessoa e use a confirmação nova.`);
}

async function outcome(lavra: Lavra, id: string) {
  try {
    const note = await lavra.documents.waitFor(id, { timeoutSeconds: patienceSeconds });
    return answer(`O documento está ${note.status}.`, confirmationSummary(note));
  } catch (error) {
    if (!(error instanceof LavraError && error.code === 'still_processing')) throw error;
    return answer(`Enviado, e ainda sem resposta: ${error.message} O Lavra continua sozinho; veja em read_document.`);
  }
}
