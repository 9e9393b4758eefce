import type { Client } from '@temporalio/client';
import type { Logger } from '../../config/logger.ts';
import type { Orm } from '../../config/orm.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { type RequestedEmission, withdrawEmission } from '../../operations/documents/emit.ts';
import { findDocument } from '../../operations/documents/find-document.ts';
import { inCompany } from '../../operations/in-company.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { startEmission } from '../../temporal/start.ts';

type Parts = { orm: Orm; temporal: Client };

/**
 * Starts the emission of a committed document, or leaves it to reconciliation while Temporal is away. Returns the run's id; null where none was
 * started.
 */
export async function startOrLeave(
  temporal: Client,
  document: Document,
  { taxId: companyTaxId, log }: { taxId: string; log: Pick<Logger, 'warn'> },
): Promise<string | null> {
  const { id: documentId, attempt, type: documentType } = document;
  const title = emissionTitle(document);
  try {
    return await startEmission(temporal, { documentId, attempt, companyTaxId, documentType, title });
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    log.warn('a document waits for Temporal', { documentId, error });
    return null;
  }
}

/**
 * Starts the emission that was requested of a stored document, or takes the request back where Temporal is away, so that the caller can ask again.
 * Returns the run's id; null where Temporal has the run but its id is not known yet.
 *
 * @throws DomainError `service_unavailable` where the queue did not take it, and nothing will be sent
 */
export async function startOrWithdraw(
  { orm, temporal }: Parts,
  company: ActingCompany,
  requested: RequestedEmission,
): Promise<string | null> {
  const { document, title } = requested;
  const { id: documentId, attempt, type: documentType } = document;
  const start = { documentId, attempt, companyTaxId: company.taxId, documentType, title };
  try {
    return await startEmission(temporal, start);
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    if (await withdrawEmission(orm, company, requested)) throw queueAway(error);
    return inCompany(orm, company.id, async (em) => (await findDocument(em, documentId)).runId ?? null);
  }
}

function queueAway(cause: TemporalUnavailable): DomainError {
  const message = 'A fila de emissão está indisponível; o documento continua como estava. Tente de novo em instantes.';
  return new DomainError('service_unavailable', message, { cause });
}
