import { idempotencyOf } from '../../../http/contract/idempotency.ts';
import { createDocument } from '../../../operations/documents/create.ts';
import type { DocumentWatch } from '../../../operations/documents/watch.ts';
import { baseOf, callerOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { saleRequest } from '../../../http/requests/sale.ts';
import type { BackgroundStarts } from '../../../http/runs/background-starts.ts';
import { createdView } from '../../views/document.ts';
import { awaitStanding } from './await-standing.ts';

/**
 * Answers once the document is committed. Its run is started after the answer or, where the process dies before, by reconciliation (decision 0088).
 */
export function createHandler(
  parts: ApiParts & { watch: DocumentWatch; starts: BackgroundStarts },
): Handler<'createFiscalDocument'> {
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
    if (document.status === 'PROCESSING' && !isReplay)
      await parts.starts.begin(document, { taxId: caller.company.taxId, log: res.locals.log });
    const shown = await awaitStanding(parts, req, res, { document, contingency });
    if (!shown) return;
    if (isReplay) res.set('Idempotent-Replayed', 'true');
    res
      .status(isReplay ? 200 : 201)
      .json(createdView(shown, { warnings, runId: shown.document.runId ?? null, base: baseOf(res) }));
  };
}
