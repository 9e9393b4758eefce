import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { decideEmission } from '../../../http/runs/decide.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import { companyActedFor } from '../../../operations/provisioning/acted-for.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { isInvalidState } from '../../parts/refusals.ts';
import { waitInWords } from '../../parts/words.ts';
import type { PageName } from '../../rights.ts';
import { actingAsOperator, actingOn, admitted } from '../../session.ts';
import { decideHtml, type DecideView, decisionFields, sureField } from './view.ts';

/** Where a decision about a note is made, and in whose name. */
type DecidingPlace = {
  at: string;
  pages: { ask: PageName; decide: PageName };
  acting: (req: Request, res: Response) => ActingCompany | Promise<ActingCompany>;
  /** The address of the form, unless it is below the note's. */
  action?: (req: Request) => string;
  /** Where the decision leads to; the note unless given. */
  back?: string;
};

/** The page where a person of the company decides about a stopped note. */
export function noteDecidePages(parts: PanelParts): Router {
  return decidePages(parts, {
    at: '/e/:taxId/notas/:id/decidir',
    pages: { ask: 'noteDecide', decide: 'decideNote' },
    acting: (_req, res) => actingOn(res).company,
  });
}

/** The page where an operator decides about a stopped note of a company. */
export function operatorDecidePages(parts: PanelParts): Router {
  return decidePages(parts, {
    at: '/o/atencao/:taxId/:id/decidir',
    pages: { ask: 'allDecide', decide: 'allDecideNote' },
    acting: ({ params }, res) => companyActedFor(parts.orm, actingAsOperator(res).operator, String(params['taxId'])),
    action: ({ path }) => path,
    back: '/o/atencao',
  });
}

function decidePages(parts: PanelParts, { at, pages, acting, action, back }: DecidingPlace): Router {
  const { orm } = parts;
  const router = Router();

  async function viewOf(req: Request, company: ActingCompany, res: Response, state: FormState): Promise<DecideView> {
    const { person } = res.locals;
    if (!person) throw new TypeError('nobody is signed in');
    const { document, story } = await findDocumentWithStory(orm, company, String(req.params['id']));
    const wait = story.waiting?.kind === 'PERSON' ? story.waiting : null;
    const reason = wait && waitInWords(wait.reason);
    const base = `/e/${company.taxId}`;
    const to = action?.(req) ?? `${base}/notas/${document.id}/decidir`;
    return { person, base, action: to, document, reason, since: wait?.since ?? null, state };
  }

  router.get(at, admitted(pages.ask), async (req: Request, res) => {
    res.send(decideHtml(await viewOf(req, await acting(req, res), res, unsent())));
  });

  router.post(at, admitted(pages.decide), async (req: Request, res) => {
    const company = await acting(req, res);
    const id = String(req.params['id']);
    const note = back ?? `/e/${company.taxId}/notas/${id}`;
    const form = await readForm(req);
    try {
      await decideEmission(parts, company, id, decisionIn(form));
      res.redirect(303, doneAt(note, 'decidida'));
    } catch (error) {
      if (isInvalidState(error)) return res.redirect(303, note);
      const state = refusedForm(error, form, [...decisionFields, sureField]);
      const sent = form.get('decisao') === 'adotar' ? 'adotar' : 'rejeitar';
      res.status(400).send(decideHtml({ ...(await viewOf(req, company, res, state)), sent }));
    }
  });

  return router;
}

/** The access key of the note to adopt; null to reject. @throws DomainError `validation_error` */
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
