import { type Request, type Response, Router } from 'express';
import type { EntityManager } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { type DoctorFinding, findingsOf, type ReadOverAll, reasonOf } from '../../../operations/doctor/finding.ts';
import { checkWaits } from '../../../operations/doctor/waits.ts';
import { onlyReading, overseeing } from '../../../operations/in-company.ts';
import { presentWorkers } from '../../../operations/installations/worker-presence.ts';
import { companyActedFor } from '../../../operations/provisioning/acted-for.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { may } from '../../parts/may.ts';
import { streamPage } from '../../parts/streamed-page.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { examinationBeginning, examinationEnd, findingsHtml, healthAt, healthHtml } from './view.ts';

const companiesAtOnce = 4;

/** The running processes, and the doctor as a page: it runs when somebody asks for it, and the page shows its findings as they come. */
export function healthPages(parts: PanelParts): Router {
  const { orm, version } = parts;
  const router = Router();

  async function show(req: Request, res: Response, fault?: string): Promise<void> {
    const { person, operator, role } = actingAsOperator(res);
    const page = await onlyReading(() =>
      overseeing(orm, operator, async (em) => ({
        workers: await presentWorkers(em),
        companies: await em.count(Company, { isActive: true }),
        versions: { panel: version, node: process.versions.node, database: await databaseVersion(em) },
      })),
    );
    const { empresa } = req.query;
    const company = typeof empresa === 'string' ? plainTaxId(empresa).slice(0, 14) : '';
    const mayExamine = may(role, 'examineInstallation');
    const shown = { person, ...page, mayExamine, company, now: new Date(), fault };
    res.status(fault === undefined ? 200 : 400).send(healthHtml(shown));
  }

  router.get(healthAt, admitted('installationHealth'), (req, res) => show(req, res));

  router.post(healthAt, admitted('examineInstallation'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const form = await readForm(req);
    const what = form.get('que');
    const look: ReadOverAll = (work) => overseeing(orm, operator, work);
    let one: ActingCompany | null = null;
    try {
      if (what === 'empresa') one = await companyActedFor(orm, operator, form.get('empresa') ?? '');
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return show(req, res, error.message);
    }
    await streamPage(res, examinationBeginning(person), async (say, isGone) => {
      const found: DoctorFinding[] = [];
      const told = (findings: DoctorFinding[]): void => {
        found.push(...findings);
        say(findingsHtml(findings));
      };
      if (one) {
        const { id, taxId } = one;
        told(await checkWaits(look, { id, taxId }, new Date()));
        told(await examined(one));
      } else await parts.examineInstallation(look, told);
      if (what === 'todas') {
        const companies = await look((em) => em.find(Company, { isActive: true }, { orderBy: { name: 'asc' } }));
        const acting = companies.map(({ id, taxId, name, tradeName, environment, settings }) => ({
          ...{ id, taxId, name, environment, actor: operator.actor },
          ...{ tradeName: tradeName ?? null, settings: settings ?? null },
        }));
        for (let first = 0; first < acting.length && !isGone(); first += companiesAtOnce) {
          const some = acting.slice(first, first + companiesAtOnce);
          for (const findings of await Promise.all(some.map(examined))) told(findings);
        }
      }
      say(examinationEnd(found));
    });
  });

  /** When the examination of one company fails, the others still show. */
  async function examined(company: ActingCompany): Promise<DoctorFinding[]> {
    try {
      return await parts.examine(company);
    } catch (error) {
      const mend = 'corrija o que a mensagem diz e examine de novo';
      return [findingsOf('company', company.taxId).failure(reasonOf(error), mend)];
    }
  }

  return router;
}

async function databaseVersion(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>(`select current_setting('server_version') as version`);
  return row?.version.split(' ')[0] ?? '';
}
