import { type Request, type Response, Router } from 'express';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { changedSale } from '../../../http/requests/changed-sale.ts';
import { startOrWithdraw } from '../../../http/runs/start-emission.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { findEntries } from '../../../operations/audit/find-entries.ts';
import { changeDocument } from '../../../operations/documents/change.ts';
import { emitDocument } from '../../../operations/documents/emit.ts';
import { type DocumentInFull, findDocumentInFull } from '../../../operations/documents/find-document.ts';
import { previewDocument } from '../../../operations/documents/preview.ts';
import { keptSale, type SaleRequest } from '../../../operations/documents/sale-request.ts';
import { inCompany } from '../../../operations/in-company.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { whoOf } from '../../parts/audit-words.ts';
import { noteName } from '../../parts/note-page.ts';
import { nearMoment } from '../../parts/words.ts';
import { actingOn, admitted } from '../../session.ts';
import { rejection } from '../note/view.ts';
import { answerSale, type SaleForm, showSale } from './answer-sale.ts';
import { changesOf, recipientInForm, withUnshown } from './body.ts';
import { clientRecordOf, saleValues } from './kept.ts';

type Noted = Request<{ taxId: string; id: string }>;

/** The page on which a draft, or a note that was refused, is corrected and issued. */
export function editSalePages(parts: PanelParts): Router {
  const router = Router();
  const at = '/e/:taxId/notas/:id/editar';

  router.get(at, admitted('editSale'), async (req: Noted, res) => {
    const note = await openNote(parts, req, res);
    if (!note) return;
    const form = formOf(parts, res, note);
    const notice = html`${form.subject.notice} ${await changedByAnother(parts, res, note)}`;
    const subject = { ...form.subject, notice };
    await showSale(parts, res, { ...form, subject }, { written: saleValues(note), isComputed: true });
  });

  router.post(at, admitted('changeSale'), async (req: Noted, res) => {
    const note = await openNote(parts, req, res);
    if (note) await answerSale(parts, req, res, formOf(parts, res, note));
  });

  return router;
}

/** The note when it can be changed; otherwise redirects to its page, and returns null. */
async function openNote({ orm }: PanelParts, req: Noted, res: Response): Promise<DocumentInFull | null> {
  const { company } = actingOn(res);
  const note = await inCompany(orm, company.id, (em) => findDocumentInFull(em, req.params.id));
  const { id, status } = note.document;
  if (status === 'DRAFT' || status === 'REJECTED') return note;
  res.redirect(303, `/e/${company.taxId}/notas/${id}`);
  return null;
}

/**
 * Who changed the sale last, where it was somebody else: what the browser's tab has kept of it comes back as one's own writing, whatever others have
 * changed since.
 */
async function changedByAnother(
  { orm }: PanelParts,
  res: Response,
  { document: { id: subject } }: DocumentInFull,
): Promise<Markup | undefined> {
  const { person, company } = actingOn(res);
  const { entries } = await inCompany(orm, company.id, (em) =>
    findEntries(em, { subject, actions: ['DOCUMENT_CHANGED'] }, { limit: 1 }),
  );
  const [last] = entries;
  if (!last || last.actor.id === person.personId) return undefined;
  return html`<p class="notice">${whoOf(last)} mudou esta venda por último, às ${nearMoment(last.at, new Date())}.</p>`;
}

/** The changes in the form, checked against the contract. @throws DomainError `validation_error` */
export function checkedChanges(kept: SaleRequest, written: FieldTexts) {
  return checkedBody('FiscalDocumentChanges', changesOf(kept.type, written, kept));
}

function formOf(parts: PanelParts, res: Response, note: DocumentInFull): SaleForm {
  const { person, company } = actingOn(res);
  const { document, payload } = note;
  const { id, type, status, environment } = document;
  const base = `/e/${company.taxId}`;
  const kept = keptSale(payload);
  return {
    subject: {
      ...{ person, base, type, keepWord: 'Guardar sem emitir' },
      title: status === 'REJECTED' ? 'Corrigir e emitir de novo' : 'Editar o rascunho',
      action: `${base}/notas/${id}/editar`,
      document: { id, name: noteName(document) },
      isReplacing: kept.type === 'NFSE' && Boolean(kept.replaces),
      isTrial: environment === 'HOMOLOGATION',
      notice: rejection(document),
    },
    kept,
    notePath: `${base}/notas/${id}`,
    preview: async (written) => {
      const sale = withUnshown(changedSale(kept, checkedChanges(kept, written)), kept, written);
      const recipient = recipientInForm(type, written, clientRecordOf(document.clientSnapshot));
      return previewDocument(parts, { ...company, environment }, { sale, recipient });
    },
    send: async (written, emit) => {
      const body = checkedChanges(kept, written);
      await changeDocument(parts, company, id, {
        sale: (former) => withUnshown(changedSale(former, body), former, written),
        recipient: body,
        externalId: body.externalId,
      });
      if (emit)
        await startOrWithdraw(parts, company, await emitDocument(parts, { company, office: company.office }, id, null));
      return { id };
    },
  };
}
