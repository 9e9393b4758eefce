import { type Request, type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import { DomainError } from '../../../domain/errors.ts';
import { clerksPart, givePart } from '../../../operations/accounts/portfolio-parts.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { clerksPartHtml } from './view.ts';

type OfPerson = Request<{ id: string }>;

/** The page that assigns companies of the portfolio to a clerk. */
export function clerksPartPages({ orm }: PanelParts): Router {
  const router = Router();
  const path = '/c/:taxId/pessoas/:id/carteira';

  router.get(path, admitted('clerksPart'), (req: OfPerson, res, next) => show(req, res, next));

  router.post(path, admitted('giveClerksPart'), async (req: OfPerson, res, next) => {
    const { office } = actingForOffice(res);
    const form = await readForm(req);
    const chosen = form.get('toda') === 'sim' ? [] : form.getAll('empresa').filter((id) => isUuid(id));
    if (form.get('toda') !== 'sim' && chosen.length === 0) {
      return show(req, res.status(400), next, 'Escolha ao menos uma empresa, ou a carteira toda.');
    }
    try {
      if (!isUuid(req.params.id)) return next('router');
      await givePart(orm, office, req.params.id, chosen);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return show(req, res.status(400), next, error.message);
    }
    res.redirect(303, `/c/${office.taxId}/pessoas`);
  });

  async function show(req: OfPerson, res: Response, next: (to: 'router') => void, fault?: string): Promise<void> {
    const { person, office } = actingForOffice(res);
    const part = isUuid(req.params.id) ? await clerksPart(orm, office, req.params.id) : null;
    if (!part) return next('router');
    res.send(clerksPartHtml(person, { base: `/c/${office.taxId}`, personId: req.params.id, part, fault }));
  }

  return router;
}
