import { DomainError } from '../../../domain/errors.ts';
import { emitDocument, withdrawEmission } from '../../../operations/documents/emit.ts';
import { findDocument } from '../../../operations/documents/find-document.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { startEmission } from '../../../temporal/start.ts';
import { callerOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';

export function emitHandler({ orm, rates, temporal }: ApiParts): Handler<'emitFiscalDocument'> {
  return async (req, res) => {
    const caller = callerOf(res);
    const { company } = caller;
    const { id } = req.params;
    const requested = await emitDocument({ orm, rates }, caller, id, req.body?.issueDateTime);
    res.locals.documentId = id;
    const { attempt, type: documentType, title } = requested;
    const start = { documentId: requested.id, attempt, companyTaxId: company.taxId, documentType, title };
    const runId = await startEmission(temporal, start).catch(async (error: unknown) => {
      if (!(error instanceof TemporalUnavailable)) throw error;
      if (await withdrawEmission(orm, company, requested)) throw queueAway(error);
      return inCompany(orm, company.id, async (em) => (await findDocument(em, id)).runId ?? null);
    });
    const message = 'Emissão em processamento. Acompanhe o status do documento ou aguarde o webhook.';
    res.status(202).json({ documentId: id, status: 'PROCESSING', runId, message });
  };
}

function queueAway(cause: TemporalUnavailable): DomainError {
  const message = 'A fila de emissão está indisponível; o documento continua como estava. Tente de novo em instantes.';
  return new DomainError('service_unavailable', message, { cause });
}
