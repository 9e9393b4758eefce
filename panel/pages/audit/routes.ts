import { type Request, Router } from 'express';
import { validate as isUuid } from 'uuid';
import { type AuditEntryShown, findEntries } from '../../../operations/audit/find-entries.ts';
import { recentActors } from '../../../operations/audit/recent-actors.ts';
import { administering } from '../../../operations/in-company.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { auditCsvHeading, auditCsvLine } from './csv.ts';
import { askedBy, filterIn } from './filter.ts';
import { auditHtml, entriesInFile } from './view.ts';

const pageSize = 50;
const readAtOnce = 500;

/** Who changed what of a company. */
export function auditPages({ orm }: PanelParts): Router {
  const router = Router();
  const filterOf = ({ query }: Request) => filterIn((name) => query[name]);

  router.get('/e/:taxId/auditoria', admitted('audit'), async (req, res) => {
    const { person, company } = actingOn(res);
    const filter = filterOf(req);
    const { depois } = req.query;
    const after = typeof depois === 'string' && isUuid(depois) ? depois : undefined;
    const found = await administering(orm, company, async (em) => ({
      page: await findEntries(em, askedBy(filter, company.id), { limit: pageSize, after }),
      actors: await recentActors(em, company),
    }));
    res.send(auditHtml({ person, base: `/e/${company.taxId}`, filter, ...found, isLater: after !== undefined }));
  });

  router.get('/e/:taxId/auditoria/planilha', admitted('auditFile'), async (req, res) => {
    const { company } = actingOn(res);
    const asked = askedBy(filterOf(req), company.id);
    const lines = [auditCsvHeading()];
    let after: string | undefined;
    do {
      const limit = Math.min(readAtOnce, entriesInFile + 1 - lines.length);
      const page: { entries: AuditEntryShown[]; next: string | null } = await administering(orm, company, (em) =>
        findEntries(em, asked, { limit, after }),
      );
      lines.push(...page.entries.map(auditCsvLine));
      after = page.next ?? undefined;
    } while (after !== undefined && lines.length <= entriesInFile);
    res
      .set('Content-Disposition', `attachment; filename="auditoria-${company.taxId}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(lines.join(''));
  });

  return router;
}
