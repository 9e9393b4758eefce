import { Router } from 'express';
import { operating, overseeing } from '../../../operations/in-company.ts';
import { setActive } from '../../../operations/provisioning.ts';
import { findCompanies } from '../../../operations/provisioning/find-companies.ts';
import { glanceAtCompany } from '../../../operations/provisioning/glances.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { pageIn } from '../../parts/pager.ts';
import { homePaths } from '../../parts/places.ts';
import { searched } from '../../parts/search-form.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { companyHtml, deactivationHtml } from './company-view.ts';
import { allCompaniesHtml } from './view.ts';

const pageSize = 50;
const address = homePaths.INSTALLATION();

const sentences = {
  desativada: 'A empresa foi desativada. O que ela já tinha pedido segue até o fim; nada novo entra.',
  reativada: 'A empresa está ativa de novo: as mesmas pessoas e chaves entram desde agora.',
};

/** Every company of the installation, for operators: the list, each company's page, and switching it off and on. */
export function allCompaniesPages({ orm, distributionWaitSeconds: waitSeconds }: PanelParts): Router {
  const router = Router();

  router.get(address, admitted('allCompanies'), async (req, res) => {
    const { person, operator, role } = actingAsOperator(res);
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { found, ...asked } = await searched(req.query['busca'], (search) =>
      overseeing(orm, operator, (em) => findCompanies(em, { search }, page)),
    );
    const status = asked.fault === undefined ? 200 : 400;
    res.status(status).send(allCompaniesHtml({ person, role, ...page, ...found, ...asked }));
  });

  router.get(`${address}/:taxId`, admitted('anyCompany'), async (req, res) => {
    const { person, operator, role } = actingAsOperator(res);
    const company = await overseeing(orm, operator, (em) => glanceAtCompany(em, req.params.taxId));
    res.send(companyHtml({ person, role, company, done: doneNotice(req, sentences), now: new Date() }));
  });

  router
    .route(`${address}/:taxId/desativar`)
    .get(admitted('companyDeactivation'), async (req, res) => {
      const { person, operator } = actingAsOperator(res);
      const company = await overseeing(orm, operator, (em) => glanceAtCompany(em, req.params.taxId));
      res.send(deactivationHtml({ person, company }));
    })
    .post(admitted('deactivateCompany'), async (req, res) => {
      res.redirect(303, doneAt(await switched(req.params.taxId, res, false), 'desativada'));
    });

  router.post(`${address}/:taxId/reativar`, admitted('activateCompany'), async (req, res) => {
    res.redirect(303, doneAt(await switched(req.params.taxId, res, true), 'reativada'));
  });

  /** @returns the path of the company's page */
  async function switched(
    reference: string,
    res: Parameters<typeof actingAsOperator>[0],
    isActive: boolean,
  ): Promise<string> {
    const { operator } = actingAsOperator(res);
    const { id, taxId } = await overseeing(orm, operator, (em) => glanceAtCompany(em, reference));
    const by = { actor: operator.actor, waitSeconds };
    await operating(orm, operator, id, (em) => setActive(em, id, isActive, by));
    return `${address}/${taxId}`;
  }

  return router;
}
