import { type Response, Router } from 'express';
import { NotFound } from '../../../domain/errors.ts';
import { removeView, saveView } from '../../../operations/accounts/saved-views.ts';
import { unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { may } from '../../parts/may.ts';
import { actingOn, admitted } from '../../session.ts';
import { filterWithin, listKeyOf, listAddress, listsWithViews, listKeyIn, type ListKey } from './lists.ts';
import { newViewHtml, viewFields } from './view.ts';

/** The filters that a person saves for herself. */
export function savedViewPages({ orm }: PanelParts): Router {
  const router = Router();
  const told = (res: Response) => {
    const { person, company } = actingOn(res);
    return { person, company, base: `/e/${company.taxId}` };
  };
  /** A list that the person may open. */
  const listSaid = (res: Response, said: unknown): ListKey => {
    const list = listKeyIn(said);
    if (list === undefined || !may(told(res).company.role, listsWithViews[list].page)) throw new NotFound('savedView');
    return list;
  };

  router.get('/e/:taxId/filtros/novo', admitted('newView'), (req, res) => {
    const { person, base } = told(res);
    const list = listSaid(res, req.query['lista']);
    const filter = filterWithin(list, new URL(req.originalUrl, 'http://x').search);
    res.send(newViewHtml({ person, base, list, filter, state: unsent() }));
  });

  router.post('/e/:taxId/filtros/novo', admitted('saveView'), async (req, res) => {
    const { person, company, base } = told(res);
    const form = await readForm(req);
    const list = listSaid(res, form.get('lista'));
    const filter = filterWithin(list, form.get('filtro') ?? '');
    try {
      await saveView(orm, company, { list: listsWithViews[list].list, name: form.get('name') ?? '', query: filter });
      res.redirect(303, doneAt(listAddress(base, list, filter), 'filtro-salvo'));
    } catch (error) {
      res.status(400).send(newViewHtml({ person, base, list, filter, state: refusedForm(error, form, viewFields) }));
    }
  });

  router.post('/e/:taxId/filtros/:id/remover', admitted('removeView'), async (req, res) => {
    const { company, base } = told(res);
    const { list, query } = await removeView(orm, company, req.params.id);
    res.redirect(303, doneAt(listAddress(base, listKeyOf(list), query), 'filtro-removido'));
  });

  return router;
}
