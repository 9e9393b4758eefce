import type { Response } from 'express';
import { placesLeft, type QuotaStanding } from '../../../domain/companies/quota.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { EntityManager } from '../../../config/orm.ts';
import { quotaStanding } from '../../../operations/documents/quota.ts';
import { operating } from '../../../operations/in-company.ts';
import { findCompany, removeCsc, removeCsrt, setCompany, setCsc, setCsrt } from '../../../operations/provisioning.ts';
import { listSeries } from '../../../operations/provisioning/series.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';
import { companyView } from '../views/company.ts';

type MeansOperations =
  | 'setCsc'
  | 'removeCsc'
  | 'setCsrt'
  | 'removeCsrt'
  | 'listSeries'
  | 'setSeries'
  | 'setLogo'
  | 'removeLogo'
  | 'getQuota'
  | 'setQuota';

/** What a company issues with besides its certificates: security codes, series, logo and quota. */
export function meansHandlers(parts: PanelParts): Pick<AdminHandlers, MeansOperations> {
  const { orm, masterKey } = parts;
  const within = <Result>(res: Response, work: (em: EntityManager) => Promise<Result>): Promise<Result> => {
    const { operator, company } = actingOn(res);
    return operating(orm, operator, company.id, work);
  };
  const change = (em: EntityManager, res: Response, patch: Record<string, unknown>): Promise<Company> => {
    const { operator, company } = actingOn(res);
    return setCompany(em, company.id, patch, parts.distributionWaitSeconds, operator.actor);
  };
  return {
    setCsc: async (req, res) => {
      const { operator, company } = actingOn(res);
      const { environment } = req.params;
      const place = { company, environment, ...req.body };
      const { cscId } = await within(res, (em) => setCsc(em, masterKey, place, operator.actor));
      res.json({ id: cscId, environment });
    },

    removeCsc: async (req, res) => {
      const { operator, company } = actingOn(res);
      const { environment } = req.params;
      await within(res, (em) => removeCsc(em, { company, environment }, operator.actor));
      res.json({ success: true });
    },

    setCsrt: async (req, res) => {
      const { operator, company } = actingOn(res);
      const { environment } = req.params;
      const place = { company, environment, ...req.body };
      const { id } = await within(res, (em) => setCsrt(em, masterKey, place, operator.actor));
      res.json({ id, environment });
    },

    removeCsrt: async (req, res) => {
      const { operator, company } = actingOn(res);
      const { environment } = req.params;
      await within(res, (em) => removeCsrt(em, { company, environment }, operator.actor));
      res.json({ success: true });
    },

    listSeries: async (_req, res) => {
      const { company } = actingOn(res);
      res.json({ data: await within(res, (em) => listSeries(em, company)) });
    },

    setSeries: async (req, res) => {
      const { documentType } = req.params;
      const set = await within(res, async (em) => {
        const changed = await change(em, res, numbered(documentType, req.body));
        return (await listSeries(em, changed)).find((each) => each.isUsed && each.documentType === documentType);
      });
      if (!set) throw new Error(`the series of ${documentType} was set and is not there`);
      res.json(set);
    },

    setLogo: async (req, res) => {
      const { image: logo } = req.body;
      const changed = await within(res, (em) => change(em, res, { danfe: { logo } })).catch(asImage);
      res.json(companyView(changed));
    },

    removeLogo: async (_req, res) => {
      await within(res, (em) => change(em, res, { danfe: { logo: null } }));
      res.json({ success: true });
    },

    getQuota: async (_req, res) => {
      const { company } = actingOn(res);
      res.json(await within(res, async (em) => standingOf(em, await findCompany(em, company.id))));
    },

    setQuota: async (req, res) => {
      const { monthlyQuota } = req.body;
      res.json(await within(res, async (em) => standingOf(em, await change(em, res, { monthlyQuota }))));
    },
  };
}

/** The part of a company's form that sets the series and next number of a document type. */
function numbered(type: AdminSchema<'NumberedType'>, numbering: AdminSchema<'SeriesSetting'>): Record<string, unknown> {
  switch (type) {
    case 'NFE':
      return { series: { '55': numbering } };
    case 'NFCE':
      return { series: { '65': numbering } };
    case 'NFSE':
      return { nfse: numbering };
  }
}

/** Renames the logo's faults: the company's form and the request name that field differently. */
function asImage(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const issues = error.issues.map((issue) => (issue.path === 'danfe.logo' ? { ...issue, path: 'image' } : issue));
  throw new DomainError(error.code, error.message, { issues, cause: error });
}

async function standingOf(em: EntityManager, { id, settings }: Company): Promise<AdminSchema<'Quota'>> {
  return quotaView(await quotaStanding(em, { company: id, settings: settings ?? null }, new Date()));
}

function quotaView(standing: QuotaStanding | null): AdminSchema<'Quota'> {
  if (!standing) return { monthlyQuota: null, authorized: null, underWay: null, left: null, resetsAt: null };
  const { limit: monthlyQuota, authorized, underWay, resetsAt } = standing;
  return { monthlyQuota, authorized, underWay, left: placesLeft(standing), resetsAt: resetsAt.toISOString() };
}
