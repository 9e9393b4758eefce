import { type Request, Router } from 'express';
import { removeDocument } from '../../../operations/documents/change.ts';
import { emitDocument } from '../../../operations/documents/emit.ts';
import { retryNow } from '../../../http/runs/decide.ts';
import { startOrWithdraw } from '../../../http/runs/start-emission.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { isInvalidState } from '../../parts/refusals.ts';
import { actingOn, admitted } from '../../session.ts';
import { sendNote } from '../note/routes.ts';

type Noted = Request<{ taxId: string; id: string }>;

/** Actions about a note that need only a button: issuing it, removing it, and having it try now. */
export function noteEmitForms(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();

  router.post('/e/:taxId/notas/:id/emitir', admitted('emitNote'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    const note = `/e/${company.taxId}/notas/${id}`;
    try {
      await startOrWithdraw(parts, company, await emitDocument(parts, { company, office: company.office }, id, null));
      res.redirect(303, doneAt(note, 'emitindo'));
    } catch (error) {
      if (isInvalidState(error)) return res.redirect(303, note);
      await sendNote(parts, req, res.status(400), `Não dá para emitir ainda. ${faultIn(error)}`);
    }
  });

  router.post('/e/:taxId/notas/:id/apagar', admitted('removeNote'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    try {
      await removeDocument(orm, company, id);
      res.redirect(303, doneAt(`/e/${company.taxId}/notas`, 'apagada'));
    } catch (error) {
      if (isInvalidState(error)) return res.redirect(303, `/e/${company.taxId}/notas/${id}`);
      throw error;
    }
  });

  router.post('/e/:taxId/notas/:id/tentar', admitted('retryNote'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    try {
      const { woken } = await retryNow(parts, company, id);
      res.redirect(303, doneAt(`/e/${company.taxId}/notas/${id}`, woken > 0 ? 'tentando' : 'espera'));
    } catch (error) {
      await sendNote(parts, req, res.status(400), faultIn(error));
    }
  });

  return router;
}

/** @throws `error` itself when it is none that a person can mend */
function faultIn(error: unknown): string {
  return refusedForm(error, new URLSearchParams(), []).fault ?? '';
}
