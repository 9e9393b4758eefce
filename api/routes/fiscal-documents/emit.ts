import { LockMode } from '@mikro-orm/core';
import { type EntityManager, inCompany } from '../../../config/orm.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { EmissionInput } from '../../../domain/emission/actors.ts';
import { DomainError } from '../../../domain/errors.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { startEmission } from '../../../temporal/start.ts';
import { callerOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { issueMoment } from '../../requests/issue-moment.ts';
import { findDocument } from './find-document.ts';

/** What a document was before its emission was asked for. */
type Before = ReturnType<Document['requestEmission']>;

export function emitHandler({ orm, temporal }: ApiParts): Handler<'emitFiscalDocument'> {
  return async (req, res) => {
    const { companyId, company } = callerOf(res);
    const { id } = req.params;
    const issuedAt = issueMoment(req.body?.issueDateTime);
    const { before, start } = await inCompany(orm, companyId, async (em) => {
      const document = await findDocument(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const before = document.requestEmission(issuedAt);
      const { attempt, type } = document;
      return {
        before,
        start: { documentId: id, attempt, companyTaxId: company.taxId, documentType: type },
      };
    });
    res.locals.documentId = id;
    const runId = await startEmission(temporal, start).catch(async (error: unknown) => {
      if (!(error instanceof TemporalUnavailable)) throw error;
      if (await inCompany(orm, companyId, (em) => isTakenBack(em, before, start))) throw queueAway();
      return inCompany(orm, companyId, async (em) => (await findDocument(em, id)).runId ?? null);
    });
    const message = 'Emissão em processamento. Acompanhe o status do documento ou aguarde o webhook.';
    res.status(202).json({ documentId: id, status: 'PROCESSING', runId, message });
  };
}

/**
 * The queue did not say that it took the emission: the document goes back to what it was, unless a workflow got the message all the same and
 * has claimed it. Whether it went back.
 */
async function isTakenBack(
  em: EntityManager,
  before: Before,
  { documentId, attempt }: EmissionInput,
): Promise<boolean> {
  const unclaimed = Document.unclaimed(documentId, attempt);
  return (await em.nativeUpdate(Document, unclaimed, { ...before, updatedAt: new Date() })) > 0;
}

function queueAway(): DomainError {
  const message = 'A fila de emissão está indisponível; o documento continua como estava. Tente de novo em instantes.';
  return new DomainError('service_unavailable', message);
}
