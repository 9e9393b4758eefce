import { type Request, type Response, Router } from 'express';
import type { Orm } from '../../../config/orm.ts';
import type { EventAbout } from '../../../operations/events-about.ts';
import { correctDocument } from '../../../operations/documents/correct.ts';
import { correctionLetterPage } from '../../../operations/documents/event-files.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import { correctionOf } from '../../../http/requests/authority-text.ts';
import { registerEvent } from '../../../http/runs/register-event.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm, readValues } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { obstacleTo, ownOf, noteStanding } from '../../parts/note-standing.ts';
import { authorityRefusal, isInvalidState } from '../../parts/refusals.ts';
import { actingOn, admitted } from '../../session.ts';
import { correctHtml, correctionFields } from './view.ts';

type Noted = Request<{ taxId: string; id: string }>;

/** The page that corrects a note by letter (CC-e), and the letter in force. */
export function noteCorrectPages(parts: PanelParts): Router {
  const { orm, renderer } = parts;
  const router = Router();
  const at = '/e/:taxId/notas/:id/corrigir';

  router.get(at, admitted('noteCorrect'), async (req: Noted, res) => {
    const { last, html } = await pageOf(orm, req, res);
    res.send(html(unsent(last === null ? {} : { correction: last })));
  });

  router.post(at, admitted('correctNote'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    const form = await readForm(req);
    const note = `/e/${company.taxId}/notas/${id}`;
    try {
      const correction = correctionOf(checkedBody('CorrectionRequest', readValues(form, correctionFields)));
      await registerEvent(parts, company, () => correctDocument(orm, company, id, correction));
      res.redirect(303, doneAt(note, 'corrigida'));
    } catch (error) {
      if (isInvalidState(error)) return res.redirect(303, note);
      const state = refusedForm(error, form, correctionFields);
      res.status(400).send((await pageOf(orm, req, res)).html(state, error));
    }
  });

  router.get('/e/:taxId/notas/:id/carta', admitted('noteLetter'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { name, html } = await correctionLetterPage(orm, company, req.params.id);
    const pdf = await renderer.pdf(html, company.id);
    res.type('pdf').set('Content-Disposition', `inline; filename="${name}"`).send(Buffer.from(pdf));
  });

  return router;
}

type CorrectPage = { last: string | null; html: (state: FormState, error?: unknown) => string };

async function pageOf(orm: Orm, req: Noted, res: Response): Promise<CorrectPage> {
  const { person, company } = actingOn(res);
  const note = await findDocumentWithStory(orm, company, req.params.id);
  const { document, events } = note;
  const now = new Date();
  const obstacle = obstacleTo('CORRECT', noteStanding(note, company.role, now));
  const registered = ownOf(events).filter(
    ({ type, status }) => type === 'CORRECTION_LETTER' && status === 'REGISTERED',
  );
  const last = registered.at(-1)?.correction ?? null;
  const letters = { used: Math.max(0, ...events.map(letterNumber)), last };
  const shown = { person, base: `/e/${company.taxId}`, document, obstacle, letters, now };
  return {
    last,
    html: (state, error) => {
      const refusal = authorityRefusal(error);
      return correctHtml({ ...shown, refusal, state: refusal ? { ...state, fault: null } : state });
    },
  };
}

/** The sequence number of a letter; letters that another system registered count, too. */
function letterNumber({ kind, event }: EventAbout): number {
  if (kind === 'received') return event.eventCode === '110110' ? event.eventSequence : 0;
  return event.type === 'CORRECTION_LETTER' && event.status !== 'REJECTED' ? event.sequence : 0;
}
