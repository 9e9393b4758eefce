import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { type Month, monthFromDigits, monthInDigits } from '../../../domain/month.ts';
import { compareMonth } from '../../../http/runs/compare-month.ts';
import { leaveDifferences, openDifferences } from '../../../operations/comparison/differences.ts';
import { findComparisons } from '../../../operations/comparison/find-comparisons.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { versionOf } from '../../../operations/lists/watch.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { may } from '../../parts/may.ts';
import { pageIn } from '../../parts/pager.ts';
import { actingOn, admitted } from '../../session.ts';
import { monthToClose } from '../month-board/month.ts';
import { comparedMonthHtml } from './month-view.ts';
import { comparisonsHtml } from './view.ts';

const pageSize = 24;
/** The most differences of a month that its page reads; `openDifferences` counts all. */
const readAtMost = 5000;

/** Compares the numbers of a month with what the authorities have of them. */
export function comparisonPages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const at = '/e/:taxId/conferencias';

  /** Sends the list, below the reason why a request was refused. */
  const sendList = async (req: Request, res: Response, asked?: { month: string; fault: string }): Promise<void> => {
    const { person, company } = actingOn(res);
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const version = await versionOf(orm, { company: company.id, list: 'comparison' });
    const found = await inCompany(orm, company.id, (em) => findComparisons(em, { companyId: company.id }, page));
    const shown = {
      ...{ person, base: `/e/${company.taxId}`, version, mayCompare: may(company.role, 'startComparison') },
      ...{ month: asked?.month ?? monthInDigits(monthToClose(new Date())), fault: asked?.fault },
      isTrial: company.environment === 'HOMOLOGATION',
    };
    res.status(asked ? 400 : 200).send(comparisonsHtml({ ...shown, ...found, ...page }));
  };

  router.get(at, admitted('comparisons'), (req, res) => sendList(req, res));

  router.post(at, admitted('startComparison'), async (req, res) => {
    const { company } = actingOn(res);
    const form = await readForm(req);
    const month = form.get('mes')?.trim() ?? '';
    try {
      const asked = { month: monthFromDigits(month), everyNote: form.get('so-duvidosos') !== 'sim' };
      const { isNew } = await compareMonth(parts, company, asked);
      res.redirect(303, doneAt(`/e/${company.taxId}/conferencias/${month}`, isNew ? 'pedida' : 'andamento'));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      await sendList(req, res, { month, fault: error.message });
    }
  });

  const monthHere = ({ params }: Request<{ month: string }>): Month | null => monthFromDigits(params.month);

  router.get(`${at}/:month`, admitted('comparison'), async (req, res, next) => {
    const month = monthHere(req);
    if (!month) return next('router');
    const { person, company } = actingOn(res);
    const version = await versionOf(orm, { company: company.id, list: 'comparison' });
    const of = { companyId: company.id, taxId: company.taxId, month };
    const found = await inCompany(orm, company.id, async (em) => {
      const [comparison, ...earlier] = (await findComparisons(em, of, { page: 1, pageSize })).comparisons;
      const compared = comparison ? { comparison, differences: await openDifferences(em, of, readAtMost) } : null;
      return { compared, earlier };
    });
    const shown = { person, base: `/e/${company.taxId}`, month, version, role: company.role };
    res.send(
      comparedMonthHtml({
        ...shown,
        ...found,
        done: doneNotice(req, {
          pedida: 'Pedida. A conferência segue sozinha, também com esta página fechada.',
          andamento: 'Já havia uma conferência deste mês em andamento: é esta.',
          encerradas: 'Pronto: nada mais é dito delas.',
        }),
      }),
    );
  });

  router.post(`${at}/:month/encerrar`, admitted('leaveDifferences'), async (req, res, next) => {
    const month = monthHere(req);
    if (!month) return next('router');
    const { company } = actingOn(res);
    const ids = (await readForm(req)).getAll('diferenca');
    await inCompany(orm, company.id, (em) =>
      leaveDifferences(em, { companyId: company.id, month }, ids, company.actor),
    );
    const there = `/e/${company.taxId}/conferencias/${monthInDigits(month)}`;
    res.redirect(303, ids.length > 0 ? doneAt(there, 'encerradas') : there);
  });

  return router;
}
