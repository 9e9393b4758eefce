import type { Client } from '@temporalio/client';
import type { Response } from 'express';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../../domain/documents/emission-title.ts';
import { createDocument } from '../../../operations/documents/create.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { startEmission } from '../../../temporal/start.ts';
import { callerOf, companyOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { askedSale } from '../../requests/asked-sale.ts';
import { idempotencyOf } from '../../requests/idempotency.ts';
import { createdView } from '../../views/document.ts';

export function createHandler(parts: ApiParts): Handler<'createFiscalDocument'> {
  return async (req, res) => {
    const { body } = req;
    const caller = callerOf(res);
    const { document, warnings, isReplay } = await createDocument(parts, caller, {
      sale: askedSale(body),
      recipient: body,
      emit: body.emit === true,
      externalId: body.externalId ?? null,
      repeatable: idempotencyOf(req.get('idempotency-key'), body),
    });
    res.locals.documentId = document.id;
    if (isReplay) {
      res.set('Idempotent-Replayed', 'true').json(createdView(document, warnings));
      return;
    }
    const isToStart = document.status === 'PROCESSING';
    const runId = isToStart ? await startOrLeave(parts.temporal, document, res) : null;
    res.status(201).json({ ...createdView(document, warnings), runId });
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
