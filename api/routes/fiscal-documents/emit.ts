import { emitDocument } from '../../../operations/documents/emit.ts';
import type { DocumentWatch } from '../../../operations/documents/watch.ts';
import { startOrWithdraw } from '../../../http/runs/start-emission.ts';
import { baseOf, callerOf } from '../../locals.ts';
import type { Handler, Schema } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { standingView } from '../../views/document.ts';
import { awaitStanding } from './await-standing.ts';

export function emitHandler(parts: ApiParts & { watch: DocumentWatch }): Handler<'emitFiscalDocument'> {
  const { orm, rates, temporal } = parts;
  return async (req, res) => {
    const caller = callerOf(res);
    const { company } = caller;
    const { id } = req.params;
    const requested = await emitDocument({ orm, rates }, caller, id, req.body?.issueDateTime);
    res.locals.documentId = id;
    const { document, contingency } = requested;
    const runId = await startOrWithdraw({ orm, temporal }, company, requested);
    const shown = await awaitStanding(parts, req, res, { document, contingency });
    if (!shown) return;
    const standing = standingView(shown, baseOf(res));
    res
      .status(202)
      .json({ documentId: id, ...standing, runId: shown.document.runId ?? runId, message: standingInWords(standing) });
  };
}

function standingInWords({ status, pdfUrl }: Pick<Schema<'EmissionStarted'>, 'status' | 'pdfUrl'>): string {
  switch (status) {
    case 'AUTHORIZED':
      return 'Documento autorizado.';
    case 'REJECTED':
      return 'Documento rejeitado: rejectionReason diz por quê.';
    default:
      return pdfUrl
        ? 'Documento emitido em contingência: imprima-o. A transmissão continua em segundo plano.'
        : 'Emissão em processamento. Acompanhe o status do documento ou aguarde o webhook.';
  }
}
