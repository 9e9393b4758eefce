import { type Request, type Response, Router } from 'express';
import { changedSale } from '../../../http/requests/changed-sale.ts';
import { startOrWithdraw } from '../../../http/runs/start-emission.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { changeDocument } from '../../../operations/documents/change.ts';
import { emitDocument } from '../../../operations/documents/emit.ts';
import { type DocumentInFull, findDocumentInFull } from '../../../operations/documents/find-document.ts';
import { type Preview, previewDocument } from '../../../operations/documents/preview.ts';
import { keptSale } from '../../../operations/documents/sale-request.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { Written } from '../../forms/rows.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { noteName } from '../../parts/note-page.ts';
import { isOver } from '../../parts/refusals.ts';
import { actingOn, admitted } from '../../session.ts';
import { rejection } from '../note/view.ts';
import { changesOf, recipientOf, withUnshown } from './body.ts';
import { faultsIn, unjudged } from './faults.ts';
import { clientRecordOf, keptValues } from './kept.ts';
import { pressedIn, previewOf } from './new-routes.ts';
import { withoutBlankRows } from './rows.ts';
import { turned } from './turn.ts';
import { saleHtml, type SaleView } from './view.ts';

type Noted = Request<{ taxId: string; id: string }>;

/** The page on which a draft, or a note that was refused, is corrected and issued. */
export function editSalePages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const at = '/e/:taxId/notas/:id/editar';

  router.get(at, admitted('editSale'), async (req: Noted, res) => {
    const note = await openNote(parts, req, res);
    if (!note) return;
    const written = keptValues(note);
    const { preview } = await previewOf(() => previewIn(parts, res, note, written));
    res.send(saleHtml({ ...viewOf(res, note, written), preview }));
  });

  router.post(at, admitted('changeSale'), async (req: Noted, res) => {
    const note = await openNote(parts, req, res);
    if (!note) return;
    const { pressed, written } = pressedIn(await readForm(req));
    if (pressed === 'emitir' || pressed === 'guardar')
      return send(parts, res, note, { written, emit: pressed === 'emitir' });
    const { company } = actingOn(res);
    const { type } = note.document;
    const turn = await turned({ orm, company, type }, written, pressed);
    const { preview, error } = await previewOf(() => previewIn(parts, res, note, turn.written));
    const isAsked = pressed === 'calcular' && error !== null;
    const state = isAsked ? faultsIn(error, type, turn.written) : unjudged(turn.written);
    res.status(isAsked ? 400 : 200).send(saleHtml({ ...viewOf(res, note, turn.written), ...turn, state, preview }));
  });

  return router;
}

/** The note where it can be changed; else its page says where it stands, and null is returned. */
async function openNote({ orm }: PanelParts, req: Noted, res: Response): Promise<DocumentInFull | null> {
  const { company } = actingOn(res);
  const note = await inCompany(orm, company.id, (em) => findDocumentInFull(em, req.params.id));
  const { id, status } = note.document;
  if (status === 'DRAFT' || status === 'REJECTED') return note;
  res.redirect(303, `/e/${company.taxId}/notas/${id}`);
  return null;
}

/** The changes of the form, checked by the contract. @throws DomainError `validation_error` */
function changesIn(note: DocumentInFull, written: Written) {
  const kept = keptSale(note.payload);
  return checkedBody('FiscalDocumentChanges', changesOf(note.document.type, written, kept));
}

function previewIn(parts: PanelParts, res: Response, note: DocumentInFull, sent: Written): Promise<Preview> {
  const { document, payload } = note;
  const written = withoutBlankRows(sent);
  const kept = keptSale(payload);
  const sale = withUnshown(changedSale(kept, changesIn(note, written)), kept, written);
  const recipient = recipientOf(document.type, written, clientRecordOf(document.clientSnapshot));
  const company = { ...actingOn(res).company, environment: document.environment };
  return previewDocument(parts, company, { sale, recipient });
}

async function send(
  parts: PanelParts,
  res: Response,
  note: DocumentInFull,
  { written: sent, emit }: { written: Written; emit: boolean },
): Promise<void> {
  const { company } = actingOn(res);
  const { id, type } = note.document;
  const address = `/e/${company.taxId}/notas/${id}`;
  const written = withoutBlankRows(sent);
  try {
    const body = changesIn(note, written);
    await changeDocument(parts, company, id, {
      sale: (kept) => withUnshown(changedSale(kept, body), kept, written),
      recipient: body,
      externalId: body.externalId,
    });
    if (emit)
      await startOrWithdraw(parts, company, await emitDocument(parts, { company, office: company.office }, id, null));
    res.redirect(303, doneAt(address, emit ? 'emitindo' : 'guardada'));
  } catch (error) {
    // Sent twice, the second finds the note on its way.
    if (isOver(error)) return res.redirect(303, address);
    const state = faultsIn(error, type, written);
    res.status(400).send(saleHtml({ ...viewOf(res, note, written), state }));
  }
}

function viewOf(res: Response, { document }: DocumentInFull, written: Written): SaleView {
  const { person, company } = actingOn(res);
  const { id, type, status, environment } = document;
  const base = `/e/${company.taxId}`;
  return {
    ...{ person, base, type, written, clients: null, products: null, preview: null },
    title: status === 'REJECTED' ? 'Corrigir e emitir de novo' : 'Editar o rascunho',
    action: `${base}/notas/${id}/editar`,
    document: { id, name: noteName(document) },
    isTrial: environment === 'HOMOLOGATION',
    state: unjudged(written),
    notice: rejection(document),
  };
}
