import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { html } from '../../../domain/pages/html/markup.ts';
import { changedSale } from '../../../http/requests/changed-sale.ts';
import type { DocumentInFull } from '../../../operations/documents/find-document.ts';
import { previewDocument } from '../../../operations/documents/preview.ts';
import { keptSale, type SaleRequest } from '../../../operations/documents/sale-request.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { cannotNow, noteActPage, noteName } from '../../parts/note-page.ts';
import { obstacleTo, noteStanding } from '../../parts/note-standing.ts';
import { actingOn, admitted } from '../../session.ts';
import { answerSale, createSale, type SaleForm, showSale } from './answer-sale.ts';
import { recipientInForm, withUnshown } from './body.ts';
import { checkedChanges } from './edit-routes.ts';
import { clientRecordOf, replacingValues } from './kept.ts';
import type { FieldTexts } from '../../forms/rows.ts';

type Noted = Request<{ taxId: string; id: string }>;

/** The page on which an NFS-e is written that replaces another; the authority cancels the replaced one in the same moment. */
export function replaceSalePages(parts: PanelParts): Router {
  const router = Router();
  const at = '/e/:taxId/notas/:id/substituir';

  router.get(at, admitted('noteReplace'), async (req: Noted, res) => {
    const { note, obstacle } = await noteOf(parts, req, res);
    if (obstacle !== null) return void res.send(obstaclePage(res, note, obstacle));
    const isNamedOnce = actingOn(res).company.settings?.uniqueExternalId ?? false;
    const written = replacingValues(note, { chave: randomUUID(), isNamedOnce });
    await showSale(parts, res, formOf(parts, res, note), { written, isComputed: false });
  });

  router.post(at, admitted('replaceNote'), async (req: Noted, res) => {
    const { note, obstacle } = await noteOf(parts, req, res);
    // The second of two equal requests may find that it has happened: the page of the note links to the one that replaced it.
    if (obstacle !== null) return res.redirect(303, `/e/${actingOn(res).company.taxId}/notas/${note.document.id}`);
    await answerSale(parts, req, res, formOf(parts, res, note));
  });

  return router;
}

/** The note, and why it cannot be replaced; the obstacle is null when it can. */
async function noteOf(
  { orm }: PanelParts,
  req: Noted,
  res: Response,
): Promise<{ note: DocumentInFull; obstacle: string | null }> {
  const { company } = actingOn(res);
  const note = await findDocumentWithStory(orm, company, req.params.id);
  const isElsewhere = note.document.environment !== company.environment;
  const obstacle = obstacleTo('REPLACE', noteStanding(note, company.role, new Date()));
  return { note, obstacle: obstacle ?? (isElsewhere ? elsewhere : null) };
}

const elsewhere =
  'Esta nota é de outro ambiente que não aquele em que a empresa emite agora: nenhuma nota nova pode substituí-la.';

function obstaclePage(res: Response, { document }: DocumentInFull, obstacle: string): string {
  const { person, company } = actingOn(res);
  const shown = { person, base: `/e/${company.taxId}`, document, title: 'Substituir a nota' };
  return noteActPage({ ...shown, body: cannotNow(obstacle) });
}

function formOf(parts: PanelParts, res: Response, note: DocumentInFull): SaleForm {
  const { person, company } = actingOn(res);
  const { document, payload } = note;
  const { id, type, environment } = document;
  const base = `/e/${company.taxId}`;
  const kept = replacing(keptSale(payload), id);
  const saleIn = (written: FieldTexts) => {
    const body = checkedChanges(kept, written);
    return { body, sale: withUnshown(changedSale(kept, body), kept, written) };
  };
  const recipientIn = (written: FieldTexts) => recipientInForm(type, written, clientRecordOf(document.clientSnapshot));
  return {
    subject: {
      ...{ person, base, type, isReplacing: true, keepWord: 'Guardar rascunho' },
      title: 'Substituir a nota',
      action: `${base}/notas/${id}/substituir`,
      document: { id, name: noteName(document) },
      isTrial: environment === 'HOMOLOGATION',
      notice: term,
    },
    kept,
    preview: async (written) =>
      previewDocument(parts, company, { sale: saleIn(written).sale, recipient: recipientIn(written) }),
    send: async (written, emit) => {
      const { body, sale } = saleIn(written);
      const { externalId = null } = body;
      return createSale(parts, res, { sale, recipient: recipientIn(written), externalId, written, emit });
    },
  };
}

/** What is known of the deadline, and what happens to both notes. */
const term = html`<p class="term">
  Quando a nota nova é autorizada, a autoridade cancela esta no mesmo momento. O prazo para substituir é o do município
  que recebe o imposto, e só ele o diz: se já passou, a nova é rejeitada, e esta continua valendo.
</p>`;

/** The sale of the note as one that replaces it. */
function replacing(kept: SaleRequest, documentId: string): SaleRequest {
  return kept.type === 'NFSE' ? { ...kept, replaces: { documentId, reason: '99' } } : kept;
}
