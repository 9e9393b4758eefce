import { type Request, type Response, Router } from 'express';
import type { Orm } from '../../../config/orm.ts';
import { deliveryReceiptsOf } from '../../../domain/documents/events/delivery-receipts.ts';
import { DomainError } from '../../../domain/errors.ts';
import { registerDeliveryReceipt, removeDeliveryReceipt } from '../../../operations/documents/delivery-receipts.ts';
import { deliveryProof } from '../../../operations/documents/event-files.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import { receiptRequest } from '../../../http/requests/delivery-receipt.ts';
import { registerEvent } from '../../../http/runs/register-event.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readUploads, type Upload } from '../../forms/own-forms.ts';
import { momentOf, proofFormBytes, proofOf } from '../../forms/proof.ts';
import { refusedForm, readValues } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { obstacleTo, ownOf, receiptsOf, noteStanding } from '../../parts/note-standing.ts';
import { authorityRefusal, isInvalidState } from '../../parts/refusals.ts';
import { actingOn, admitted } from '../../session.ts';
import { receiptFields, receiptHtml } from './view.ts';

type Noted = Request<{ taxId: string; id: string }>;
type Proved = Request<{ taxId: string; id: string; eventId: string }>;

const known = [...receiptFields, { name: 'proof', label: '' }];

/** The page that registers a delivery with its proof, and removes it. */
export function noteReceiptPages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const at = '/e/:taxId/notas/:id/entrega';

  router.get(at, admitted('noteReceipt'), async (req: Noted, res) => {
    res.send((await pageOf(orm, req, res))(unsent()));
  });

  router.post(at, admitted('registerReceipt'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    const note = `/e/${company.taxId}/notas/${id}`;
    const { fields: form, files } = await readUploads(req, proofFormBytes);
    try {
      const asked = receiptRequest(checkedBody('DeliveryReceiptRequest', bodyOf(form, files.get('proof'))));
      await registerEvent(parts, company, () => registerDeliveryReceipt(orm, company, id, asked));
      res.redirect(303, doneAt(note, 'entregue'));
    } catch (error) {
      if (isInvalidState(error)) return res.redirect(303, note);
      const state = refusedForm(error, form, known);
      res.status(400).send((await pageOf(orm, req, res))(state, error));
    }
  });

  router.post(`${at}/remover`, admitted('removeReceipt'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    const note = `/e/${company.taxId}/notas/${id}`;
    try {
      await registerEvent(parts, company, () => removeDeliveryReceipt(orm, company, id));
      res.redirect(303, doneAt(note, 'sem-entrega'));
    } catch (error) {
      // The second of two equal requests finds that it was removed.
      if (isInvalidState(error) || isGone(error)) return res.redirect(303, note);
      const state = refusedForm(error, new URLSearchParams(), []);
      res.status(400).send((await pageOf(orm, req, res))(state, error));
    }
  });

  router.get(`${at}/:eventId`, admitted('noteProof'), async (req: Proved, res) => {
    const { id: documentId, eventId } = req.params;
    const { name, type, content } = await deliveryProof(orm, actingOn(res).company, { documentId, eventId });
    // An uploaded file is never shown as a page of the panel.
    res
      .type(type)
      .set({ 'Content-Disposition': `attachment; filename="${name}"`, 'X-Content-Type-Options': 'nosniff' });
    res.send(content);
  });

  return router;
}

function isGone(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'not_found';
}

async function pageOf(orm: Orm, req: Noted, res: Response): Promise<(state: FormState, error?: unknown) => string> {
  const { person, company } = actingOn(res);
  const note = await findDocumentWithStory(orm, company, req.params.id);
  const { document, events } = note;
  const { standing = null } = document.status === 'AUTHORIZED' ? deliveryReceiptsOf(receiptsOf(ownOf(events))) : {};
  const obstacle = obstacleTo('RECEIPT', noteStanding(note, company.role, new Date()));
  const shown = { person, base: `/e/${company.taxId}`, document, obstacle, standing };
  return (state, error) => {
    const refusal = authorityRefusal(error);
    return receiptHtml({ ...shown, refusal, state: refusal ? { ...state, fault: null } : state });
  };
}

/** The receipt as the API takes it. @throws DomainError `validation_error` for an invalid moment or file */
function bodyOf(form: URLSearchParams, upload: Upload | undefined): unknown {
  const { deliveredAt, deliveredTime, ...said } = readValues(form, receiptFields);
  return {
    ...said,
    deliveredAt: momentOf('deliveredAt', { day: deliveredAt, time: deliveredTime, what: 'entrega' }),
    proof: proofOf('proof', upload),
  };
}
