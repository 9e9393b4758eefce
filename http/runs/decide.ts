import type { Client } from '@temporalio/client';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { withNothingAround, type TransactionWrapper } from '../../operations/transactions.ts';
import { recordFor } from '../../operations/audit/record.ts';
import { findDocument } from '../../operations/documents/find-document.ts';
import type { OpenRun } from '../../operations/documents/open-runs.ts';
import { decisionOf } from '../../operations/documents/resolve.ts';
import { type RetryResult, retryWaiting } from '../../operations/documents/retry.ts';
import { inCompany } from '../../operations/in-company.ts';
import { emissionId, fiscalEventId, inutilizationId } from '../../temporal/names.ts';
import { signalMended } from '../../temporal/run.ts';
import { resolveEmission } from '../../temporal/start.ts';

type Parts = { orm: Orm; temporal: Client };

const runIds: Record<OpenRun['what'], (id: string, attempt: number) => string> = {
  document: emissionId,
  event: fiscalEventId,
  inutilization: inutilizationId,
};

/**
 * Tells the runs of a document and of its events that wait to try now, because what they wait for was mended. Repeating it is safe.
 *
 * @throws NotFound
 * @throws DomainError `service_unavailable` where Temporal is away
 */
export function retryNow({ orm, temporal }: Parts, company: ActingCompany, documentId: string): Promise<RetryResult> {
  return inCompany(orm, company.id, async (em) => {
    await findDocument(em, documentId);
    recordFor(em, company, 'RETRY_REQUESTED', documentId);
    await em.flush();
    return retryWaiting(em, { company, document: documentId }, (runs) =>
      orAway(() => Promise.all(runs.map(({ what, id, attempt }) => signalMended(temporal, runIds[what](id, attempt))))),
    );
  });
}

/**
 * Tells the run of a stopped emission what a person decided: to adopt the note that the authority has under an access key, or to end the attempt as
 * rejected.
 *
 * @param adopt access key of the note to adopt; null to reject
 * @param around wraps the work in the same transaction
 * @throws NotFound
 * @throws DomainError `validation_error` for an access key that cannot be the note's, `invalid_state` where the document waits for no decision,
 *   `service_unavailable`
 */
export function decideEmission(
  { orm, temporal }: Parts,
  company: ActingCompany,
  documentId: string,
  adopt: string | null,
  around: TransactionWrapper<void> = withNothingAround,
): Promise<void> {
  const decide = async (em: EntityManager): Promise<void> => {
    const document = await findDocument(em, documentId);
    const resolution = decisionOf(document, adopt);
    if (document.waitingKind !== 'PERSON') {
      throw new DomainError('invalid_state', 'Esta nota já não espera por uma decisão: ela segue sozinha.');
    }
    const { attempt, type: documentType } = document;
    const details = { attempt, decision: adopt === null ? 'REJECT' : 'ADOPT', accessKey: adopt };
    recordFor(em, company, 'DOCUMENT_RESOLVED', documentId, details);
    await em.flush();
    const start = { documentId, attempt, documentType, companyTaxId: company.taxId, title: emissionTitle(document) };
    await orAway(() => resolveEmission(temporal, start, resolution));
  };
  return inCompany(orm, company.id, (em) => around(em, () => decide(em)));
}

/** Rejects with `service_unavailable` where `tell` fails, so that the transaction writes nothing down. Any failure of `tell` is one of Temporal. */
async function orAway<Result>(tell: () => Promise<Result>): Promise<Result> {
  try {
    return await tell();
  } catch (cause) {
    const message = 'A fila de emissão está indisponível, e nada mudou. Tente de novo em instantes.';
    throw new DomainError('service_unavailable', message, { cause });
  }
}
