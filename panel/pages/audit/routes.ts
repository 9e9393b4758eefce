import { type Request, Router } from 'express';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { Office } from '../../../domain/offices/office.entity.ts';
import { downloadPlaces } from '../../../http/download-places.ts';
import { type AuditQuery, findEntries, recentActors } from '../../../operations/audit/find-entries.ts';
import { administering, overseeing } from '../../../operations/in-company.ts';
import { sendDownload } from '../../downloads.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingAsOperator, actingOn, admitted } from '../../session.ts';
import { auditCsv, type ReadEntries } from './csv.ts';
import { queryOf, type AuditFilter, filterIn } from './filter.ts';
import { auditHtml } from './view.ts';

const pageSize = 50;
const ofAll = '/o/auditoria';

/** Who changed what: in a company, for its administrators; in all companies and offices, for operators. */
export function auditPages({ orm, cut }: PanelParts): Router {
  const router = Router();
  const places = downloadPlaces();
  const filterOf = ({ query }: Request) => filterIn((name) => query[name]);

  router.get('/e/:taxId/auditoria', admitted('audit'), async (req, res) => {
    const { person, company } = actingOn(res);
    const filter = filterOf(req);
    const base = `/e/${company.taxId}`;
    const found = await administering(orm, company, async (em) => ({
      page: await findEntries(em, { ...queryOf(filter), company: company.id }, pageOf(req)),
      actors: await recentActors(em, company),
    }));
    const noteAt = (id: string): string => `${base}/notas/${id}`;
    res.send(auditHtml({ person, at: `${base}/auditoria`, noteAt, filter, ...found, isLater: isLater(req) }));
  });

  router.get('/e/:taxId/auditoria/planilha', admitted('auditFile'), async (req, res) => {
    const { company } = actingOn(res);
    const asked = { ...queryOf(filterOf(req)), company: company.id };
    const read: ReadEntries = (from) =>
      places.turn(() => administering(orm, company, (em) => findEntries(em, asked, from)));
    const open = () => auditCsv(read, { isOfAll: false });
    const file = { type: 'csv', name: `auditoria-${company.taxId}.csv`, open } as const;
    await sendDownload(req, res, file, { places, companyId: company.id, cut });
  });

  router.get(ofAll, admitted('allAudit'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const filter = filterOf(req);
    const { asked, ...found } = await overseeing(orm, operator, async (em) => {
      const asked = await askedOfAll(em, filter);
      return {
        asked,
        page: asked ? await findEntries(em, asked, pageOf(req)) : { entries: [], next: null },
        actors: await recentActors(em),
      };
    });
    const fault = asked ? undefined : 'Não há empresa ou escritório com este documento. Confira o que escreveu.';
    res
      .status(fault ? 400 : 200)
      .send(auditHtml({ person, at: ofAll, isOfAll: true, fault, filter, ...found, isLater: isLater(req) }));
  });

  router.get(`${ofAll}/planilha`, admitted('allAuditFile'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const asked = (await overseeing(orm, operator, (em) => askedOfAll(em, filterOf(req)))) ?? {
      company: person.personId,
    };
    const read: ReadEntries = (from) =>
      places.turn(() => overseeing(orm, operator, (em) => findEntries(em, asked, from)));
    const open = () => auditCsv(read, { isOfAll: true });
    // Each operator has her own places for downloads.
    await sendDownload(
      req,
      res,
      { type: 'csv', name: 'auditoria.csv', open },
      { places, companyId: person.personId, cut },
    );
  });

  return router;
}

function pageOf({ query }: Request): { limit: number; after: string | undefined } {
  const { depois } = query;
  return { limit: pageSize, after: typeof depois === 'string' && isUuid(depois) ? depois : undefined };
}

const isLater = (req: Request): boolean => pageOf(req).after !== undefined;

/** The query of a filter over all entries; null when it names a company or an office that does not exist. */
async function askedOfAll(em: EntityManager, filter: AuditFilter): Promise<AuditQuery | null> {
  const company = filter.company && (await em.findOne(Company, { taxId: filter.company }, { fields: ['id'] }));
  const office = filter.office && (await em.findOne(Office, { taxId: filter.office }, { fields: ['id'] }));
  if (company === null || office === null) return null;
  return {
    ...queryOf(filter),
    ...(company ? { company: company.id } : {}),
    ...(office ? { office: office.id } : {}),
  };
}
