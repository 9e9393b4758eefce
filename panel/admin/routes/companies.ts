import type { Response } from 'express';
import { v7 as uuid } from 'uuid';
import { listView, pageWithDefaults } from '../../../http/page.ts';
import { onceFor } from '../../../operations/access/repeatable.ts';
import { operating } from '../../../operations/in-company.ts';
import { createCompany, findCompany, setActive, setCompany } from '../../../operations/provisioning.ts';
import { findCompanies } from '../../../operations/provisioning/find-companies.ts';
import { type CompanyReadiness, companyReadiness, type TypeReadiness } from '../../../operations/readiness/company.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, created, operatorOf, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';
import { companyView, listedView } from '../views/company.ts';

type CompanyOperations =
  | 'listCompanies'
  | 'createCompany'
  | 'getCompany'
  | 'updateCompany'
  | 'deactivateCompany'
  | 'activateCompany'
  | 'getCompanyReadiness';

/** Companies: creating and changing them, and what keeps each from issuing. */
export function companyHandlers(parts: PanelParts): Pick<AdminHandlers, CompanyOperations> {
  const { orm, rates } = parts;

  async function switched(res: Pick<Response, 'locals'>, isActive: boolean): Promise<AdminSchema<'Company'>> {
    const { operator, company } = actingOn(res);
    const by = { actor: operator.actor, waitSeconds: parts.distributionWaitSeconds };
    return companyView(await operating(orm, operator, company.id, (em) => setActive(em, company.id, isActive, by)));
  }

  return {
    listCompanies: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const found = await operating(orm, operatorOf(res), null, (em) => findCompanies(em, req.query, page));
      res.json(listView(found.companies.map(listedView), found.total, page));
    },

    createCompany: async (req, res) => {
      const operator = operatorOf(res);
      const id = uuid();
      const outcome = await onceFor(orm, operator, repeatableOf(req), {
        make: (claim) =>
          operating(orm, operator, id, async (em) => {
            await claim(em, id);
            return companyView(await createCompany(em, req.body, operator.actor, id));
          }),
        find: (made) => operating(orm, operator, made, async (em) => companyView(await findCompany(em, made))),
      });
      created(res, outcome);
    },

    getCompany: async (_req, res) => {
      const { operator, company } = actingOn(res);
      res.json(companyView(await operating(orm, operator, company.id, (em) => findCompany(em, company.id))));
    },

    updateCompany: async (req, res) => {
      const { operator, company } = actingOn(res);
      const changed = await operating(orm, operator, company.id, (em) =>
        setCompany(em, company.id, req.body, parts.distributionWaitSeconds, operator.actor),
      );
      res.json(companyView(changed));
    },

    deactivateCompany: async (_req, res) => void res.json(await switched(res, false)),

    activateCompany: async (_req, res) => void res.json(await switched(res, true)),

    getCompanyReadiness: async (_req, res) => {
      const { operator, company } = actingOn(res);
      const readiness = await operating(orm, operator, company.id, (em) =>
        companyReadiness(em, company, { rates, now: new Date() }),
      );
      res.json({ environment: company.environment, ...readinessView(readiness) });
    },
  };
}

function readinessView({
  certificateEnds,
  nfe,
  nfce,
  nfse,
}: CompanyReadiness): Omit<AdminSchema<'CompanyReadiness'>, 'environment'> {
  return {
    certificate: { present: certificateEnds !== null, expiresAt: certificateEnds?.toISOString() ?? null },
    nfe: typeView(nfe),
    nfce: typeView(nfce),
    nfse: typeView(nfse),
  };
}

function typeView({ issues, warnings }: TypeReadiness): AdminSchema<'TypeReadiness'> {
  return { ready: issues.length === 0, issues, warnings };
}
