import { type Request, type Response, Router } from 'express';
import type { Orm } from '../../../config/orm.ts';
import { DomainError } from '../../../domain/errors.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import { decideEmission } from '../../../http/runs/decide.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refused } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { isOver } from '../../parts/refusals.ts';
import { waitInWords } from '../../parts/words.ts';
import { actingOn, admitted } from '../../session.ts';
import { decideHtml, type DecideView, decisionFields, sureField } from './view.ts';

type Noted = Request<{ taxId: string; id: string }>;

/** The page on which a person decides about a note that has stopped. */
export function noteDecidePages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const at = '/e/:taxId/notas/:id/decidir';

  router.get(at, admitted('noteDecide'), async (req: Noted, res) => {
    res.send(decideHtml(await viewOf(orm, req, res, unsent())));
  });

  router.post(at, admitted('decideNote'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const note = `/e/${company.taxId}/notas/${req.params.id}`;
    const form = await readForm(req);
    try {
      await decideEmission(parts, company, req.params.id, decisionIn(form));
      res.redirect(303, doneAt(note, 'decidida'));
    } catch (error) {
      if (isOver(error)) return res.redirect(303, note);
      const state = refused(error, form, [...decisionFields, sureField]);
      const sent = form.get('decisao') === 'adotar' ? 'adotar' : 'rejeitar';
      res.status(400).send(decideHtml({ ...(await viewOf(orm, req, res, state)), sent }));
    }
  });

  return router;
}

/** The key of the note to adopt; null to reject. @throws DomainError `validation_error` */
function decisionIn(form: URLSearchParams): string | null {
  const decision = form.get('decisao');
  const key = (form.get('accessKey') ?? '').replaceAll(/[\s.-]/g, '').toUpperCase();
  if (decision !== 'adotar' && decision !== 'rejeitar') throw wrong('', 'Escolha um dos dois caminhos.');
  if (!form.get('sure')) throw wrong('sure', 'Marque que conferiu na consulta da autoridade.');
  if (decision === 'rejeitar') return null;
  if (key === '') throw wrong('accessKey', 'Escreva a chave da nota, como a consulta a mostra.');
  return key;
}

function wrong(path: string, message: string): DomainError {
  return new DomainError('validation_error', message, path === '' ? {} : { issues: [{ path, message }] });
}

async function viewOf(orm: Orm, req: Noted, res: Response, state: FormState): Promise<DecideView> {
  const { person, company } = actingOn(res);
  const { document, story } = await findDocumentWithStory(orm, company, req.params.id);
  const wait = story.waiting?.kind === 'PERSON' ? story.waiting : null;
  const reason = wait && waitInWords(wait.reason);
  return { person, base: `/e/${company.taxId}`, document, reason, since: wait?.since ?? null, state };
}
