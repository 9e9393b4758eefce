import { monthFromDigits, monthInDigits } from '../../domain/month.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import { compareMonth } from '../../http/runs/compare-month.ts';
import { type DifferenceView, openDifferences } from '../../operations/comparison/differences.ts';
import { type ComparisonView, findComparison, findComparisons } from '../../operations/comparison/find-comparisons.ts';
import { inCompany } from '../../operations/in-company.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

type ComparisonOperations = 'listComparisons' | 'createComparison' | 'getComparison';

/** The most differences in one answer; a month with more shows the first ones, and how many there are. */
const toldAtMost = 1_000;

/** Handlers about comparisons of a month's numbers with what the authorities have. */
export function comparisonHandlers(parts: ApiParts): Pick<Handlers, ComparisonOperations> {
  const { orm } = parts;
  return {
    listComparisons: async (req, res) => {
      const { id: companyId } = companyOf(res);
      const month = req.query.month === undefined ? undefined : (monthFromDigits(req.query.month) ?? undefined);
      const page = pageWithDefaults(req.query);
      const { comparisons, total } = await inCompany(orm, companyId, (em) =>
        findComparisons(em, { companyId, month }, page),
      );
      res.json(listView(comparisons.map(comparisonView), total, page));
    },

    createComparison: async (req, res) => {
      const asked = { month: monthFromDigits(req.body.month), everyNote: req.body.everyNote ?? true };
      const { comparison } = await compareMonth(parts, companyOf(res), asked);
      res.status(202).json(comparisonView(comparison));
    },

    getComparison: async (req, res) => {
      const { id: companyId, taxId } = companyOf(res);
      const found = await inCompany(orm, companyId, async (em) => {
        const comparison = await findComparison(em, { companyId }, req.params.id);
        const of = { companyId, taxId, month: comparison.month };
        return { comparison, differences: await openDifferences(em, of, toldAtMost) };
      });
      const differences = found.differences.map(differenceView);
      res.json({ comparison: comparisonView(found.comparison), differences });
    },
  };
}

function comparisonView({
  month,
  createdAt,
  asOf,
  completedAt,
  waiting,
  ...row
}: ComparisonView): Schema<'Comparison'> {
  const { id, everyNote, done, total, untold, untoldReason, openDifferences } = row;
  return {
    ...{ id, month: monthInDigits(month), everyNote },
    status: completedAt ? 'COMPLETED' : asOf ? 'RUNNING' : 'PENDING',
    ...{ doneCount: done, totalCount: total, untoldCount: untold, untoldReason, openDifferences },
    waitingFor: waiting?.reason ?? null,
    asOf: asOf?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}

function differenceView({ foundAt, documentId, ...row }: DifferenceView): Schema<'MonthDifference'> {
  const { id, kind, type, series, startNumber, endNumber, accessKey, cStat, protocol, pastNoteId } = row;
  return {
    ...{ id, kind, type, series, startNumber, endNumber, documentId, accessKey, cStat, protocol, pastNoteId },
    foundAt: foundAt.toISOString(),
    inutilizations: row.proposals,
    inutilizeBy: row.giveUpBy,
  };
}
