import { idempotencyOf } from '../../../http/contract/idempotency.ts';
import { createDocument } from '../../../operations/documents/create.ts';
import type { DocumentWatch } from '../../../operations/documents/watch.ts';
import { baseOf, callerOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
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
