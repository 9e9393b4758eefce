import { Router } from 'express';
import { onlyReading } from '../../../operations/in-company.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { menuPages } from '../../parts/menu.ts';
import { homePaths, placesOf } from '../../parts/places.ts';
import { actingOn, admitted } from '../../session.ts';
import { destinations } from './find.ts';
import { goToHtml } from './view.ts';

/** The most letters of a search: more than an access key written in groups. */
const mostLetters = 120;

/** Finds anything of a company by a few letters. */
export function goToPages({ orm }: PanelParts): Router {
  const router = Router();
  router.get('/e/:taxId/ir', admitted('goTo'), async (req, res) => {
    const { person, company } = actingOn(res);
    const { busca } = req.query;
    const search = typeof busca === 'string' ? busca.trim().slice(0, mostLetters) : '';
    const places = placesOf(person).filter(({ home }) => home !== homePaths.COMPANY(company.taxId));
    const asked = { search, company, pages: menuPages(company.role), places };
    const found = await onlyReading(() => destinations(orm, asked));
    res.send(goToHtml({ person, base: `/e/${company.taxId}`, search, found }));
  });
  return router;
}
