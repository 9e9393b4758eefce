import { DomainError } from '../../../domain/errors.ts';
import { createDocument, type Repeatable } from '../../../operations/documents/create.ts';
import type { DocumentWatch } from '../../../operations/documents/watch.ts';
import { baseOf, callerOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { fingerprintOf } from '../../../http/requests/fingerprint.ts';
import { saleRequest } from '../../../http/requests/sale.ts';
import { startOrLeave } from '../../../http/runs/start-emission.ts';
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
    const runId = isToStart
      ? await startOrLeave(parts.temporal, document, { taxId: caller.company.taxId, log: res.locals.log })
      : (document.runId ?? null);
    const shown = await awaitStanding(parts, req, res, { document, contingency });
    if (!shown) return;
    if (isReplay) res.set('Idempotent-Replayed', 'true');
    res.status(isReplay ? 200 : 201).json(createdView(shown, { warnings, runId, base: baseOf(res) }));
  };
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
  return { key, fingerprint: fingerprintOf(body) };
}
