import type { Client } from '@temporalio/client';
import type { Response } from 'express';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../../domain/documents/emission-title.ts';
import { createDocument } from '../../../operations/documents/create.ts';
import type { DocumentWatch } from '../../../operations/documents/watch.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { startEmission } from '../../../temporal/start.ts';
import { baseOf, callerOf, companyOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { askedSale } from '../../requests/asked-sale.ts';
import { idempotencyOf } from '../../requests/idempotency.ts';
import { createdView } from '../../views/document.ts';
import { awaitStanding } from './await-standing.ts';

export function createHandler(parts: ApiParts & { watch: DocumentWatch }): Handler<'createFiscalDocument'> {
  return async (req, res) => {
    const { body } = req;
    const caller = callerOf(res);
    const { document, contingency, warnings, isReplay } = await createDocument(parts, caller, {
      sale: askedSale(body),
      recipient: body,
      emit: body.emit === true,
      externalId: body.externalId ?? null,
      repeatable: idempotencyOf(req.get('idempotency-key'), body),
    });
    res.locals.documentId = document.id;
    const isToStart = document.status === 'PROCESSING' && !isReplay;
    const runId = isToStart ? await startOrLeave(parts.temporal, document, res) : (document.runId ?? null);
    const shown = await awaitStanding(parts, req, res, { document, contingency });
    if (!shown) return;
    if (isReplay) res.set('Idempotent-Replayed', 'true');
    res.status(isReplay ? 200 : 201).json(createdView(shown, { warnings, runId, base: baseOf(res) }));
  };
}

/** Starts the emission of a committed document, or leaves it to reconciliation while Temporal is away. Returns the run's id, or null. */
async function startOrLeave(
  temporal: Client,
  document: Document,
  res: Pick<Response, 'locals'>,
): Promise<string | null> {
  const companyTaxId = companyOf(res).taxId;
  const { id: documentId, attempt, type: documentType } = document;
  const title = emissionTitle(document);
  try {
    return await startEmission(temporal, { documentId, attempt, companyTaxId, documentType, title });
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    res.locals.log.warn('a document waits for Temporal', { documentId, error });
    return null;
  }
}
