import { createHash } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { Response } from 'express';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../../domain/documents/emission-title.ts';
import { DomainError } from '../../../domain/errors.ts';
import { createDocument, type Repeatable } from '../../../operations/documents/create.ts';
import type { DocumentWatch } from '../../../operations/documents/watch.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { startEmission } from '../../../temporal/start.ts';
import { baseOf, callerOf, companyOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { saleRequest } from '../../requests/sale.ts';
import { createdView } from '../../views/document.ts';
import { awaitStanding } from './await-standing.ts';

export function createHandler(parts: ApiParts & { watch: DocumentWatch }): Handler<'createFiscalDocument'> {
  return async (req, res) => {
    const { body } = req;
    const caller = callerOf(res);
    const { document, contingency, warnings, isReplay } = await createDocument(parts, caller, {
      sale: saleRequest(body),
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

/**
 * The idempotency of a request, or null when it asks for none (spec 1-core §4.2 rule 8).
 *
 * @throws DomainError `invalid_idempotency_key`
 */
function idempotencyOf(key: string | undefined, body: unknown): Repeatable | null {
  if (key === undefined) return null;
  if (!/^[\w.:-]{1,100}$/.test(key)) {
    const message = 'Idempotency-Key deve ter de 1 a 100 caracteres: letras, dígitos e _ . : -';
    throw new DomainError('invalid_idempotency_key', message);
  }
  return { key, fingerprint: createHash('sha256').update(canonical(body)).digest('hex') };
}

/** JSON with sorted names, so that neither the order of fields nor the blanks between them make another request. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
