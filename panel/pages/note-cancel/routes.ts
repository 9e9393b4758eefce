import { type Request, type Response, Router } from 'express';
import type { Orm } from '../../../config/orm.ts';
import { cancelDocument } from '../../../operations/documents/cancel.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import { listDocuments } from '../../../operations/documents/summary.ts';
import { justificationOf } from '../../../http/requests/authority-text.ts';
import { registerEvent } from '../../../http/runs/register-event.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { type Field, type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm, readValues } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { obstacleTo, noteStanding } from '../../parts/note-standing.ts';
import { authorityRefusal, isInvalidState } from '../../parts/refusals.ts';
import { actingOn, admitted } from '../../session.ts';
import { cancellationFields, cancelHtml } from './view.ts';

type Noted = Request<{ taxId: string; id: string }>;

/** The page on which a note is cancelled. */
export function noteCancelPages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const at = '/e/:taxId/notas/:id/cancelar';

  router.get(at, admitted('noteCancel'), async (req: Noted, res) => {
    const page = await pageOf(orm, req, res);
    res.send(page.html(unsent()));
  });

  router.post(at, admitted('cancelNote'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    const { fields, html } = await pageOf(orm, req, res);
    const form = await readForm(req);
    const note = `/e/${company.taxId}/notas/${id}`;
    try {
      const body = checkedBody('CancellationRequest', readValues(form, fields));
      const { reason = null, substituteDocumentId: substituteId = null } = body;
      const asked = { justification: justificationOf(body), reason, substituteId };
      await registerEvent(parts, company, () => cancelDocument(orm, company, id, asked));
      res.redirect(303, doneAt(note, 'cancelada'));
    } catch (error) {
      if (isInvalidState(error)) return res.redirect(303, note);
      const state = refusedForm(error, form, fields);
      res.status(400).send(html(state, error));
    }
  });

  return router;
}

type CancelPage = { fields: Field[]; html: (state: FormState, error?: unknown) => string };

async function pageOf(orm: Orm, req: Noted, res: Response): Promise<CancelPage> {
  const { person, company } = actingOn(res);
  const note = await findDocumentWithStory(orm, company, req.params.id);
  const { document } = note;
  const { environment, type } = document;
  const now = new Date();
  const offline = { environment, type, status: 'AUTHORIZED', contingency: 'OFFLINE' } as const;
  const others =
    type === 'NFCE' ? (await listDocuments(orm, company, offline, { page: 1, pageSize: 50 })).documents : [];
  const substitutes = others.filter(({ id }) => id !== document.id);
  const fields = cancellationFields(document, substitutes, now);
  const obstacle = obstacleTo('CANCEL', noteStanding(note, company.role, now));
  const shown = { person, base: `/e/${company.taxId}`, document, fields, obstacle, now };
  return {
    fields,
    html: (state, error) => {
      const refusal = authorityRefusal(error);
      return cancelHtml({ ...shown, refusal, state: refusal ? { ...state, fault: null } : state });
    },
  };
}
