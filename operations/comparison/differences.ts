import type { EntityManager } from '../../config/orm.ts';
import { gapsOf, widestGap } from '../../domain/closings/gaps.ts';
import type { NumberGap } from '../../domain/closings/summary.ts';
import type { DifferenceKind } from '../../domain/comparison/rule.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import { inutilizationTerm } from '../../domain/documents/events/terms.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { boundsOf, type Month, monthInDigits } from '../../domain/month.ts';
import { record } from '../audit/record.ts';
import { type ComparisonView, newestComparison } from './find-comparisons.ts';

/** An open difference. A gap has proposals of requests that inutilize it, and the last day for them as `2026-11-10`. */
export type DifferenceView = {
  id: string;
  kind: DifferenceKind;
  type: DocumentType;
  series: number;
  startNumber: number;
  endNumber: number;
  documentId: string | null;
  accessKey: string | null;
  cStat: string | null;
  protocol: string | null;
  /** For a note that only the authority has: its file, if that was brought here. */
  pastNoteId: string | null;
  /**
   * For an NFS-e that only the authority has, with a number so far ahead that its series does not continue after it: the number from which the
   * series does continue.
   */
  countsOnFrom: number | null;
  foundAt: Date;
  proposals: NonNullable<NumberGap['proposal']>[];
  giveUpBy: string | null;
};

type OfMonth = { companyId: string; taxId: string; month: Month };
type DifferenceRow = Omit<DifferenceView, 'foundAt' | 'proposals' | 'giveUpBy'> & { foundAt: string };

/** The newest comparison of a month, and the open differences of the month; null where it was never compared. */
export async function comparedMonth(
  em: EntityManager,
  of: OfMonth,
): Promise<{ comparison: ComparisonView; differences: DifferenceView[] } | null> {
  const comparison = await newestComparison(em, of);
  return comparison && { comparison, differences: await openDifferences(em, of) };
}

/**
 * The open differences of a month: goods before services, by series and number.
 *
 * @param atMost the first ones; all where absent
 */
export async function openDifferences(
  em: EntityManager,
  { companyId, taxId, month }: OfMonth,
  atMost: number | null = null,
): Promise<DifferenceView[]> {
  const rows = await em.execute<DifferenceRow[]>(
    `select id, kind, type, series, start_number as "startNumber", end_number as "endNumber", document_id as "documentId",
       access_key as "accessKey", c_stat as "cStat", protocol, (
         select p.id from past_note p
         where d.kind = 'UNKNOWN_HERE' and p.company_id = d.company_id and p.access_key = d.access_key
       ) as "pastNoteId", (
         select s.next_number from number_series s
         where d.kind = 'UNKNOWN_HERE' and s.model = d.type and s.company_id = d.company_id and s.environment = 'PRODUCTION' and s.series = d.series
           and d.start_number - s.next_number >= ${widestGap}
       ) as "countsOnFrom", found_at as "foundAt"
     from month_difference d where company_id = ? and year = ? and month = ? and settled_at is null
     order by array_position(array['NFE', 'NFCE', 'NFSE'], type), series, start_number, kind limit ?`,
    [companyId, month.year, month.month, atMost],
  );
  return rows.map((each) => differenceView(each, { taxId, month }));
}

function differenceView(
  { foundAt, ...row }: DifferenceRow,
  { taxId, month }: Pick<OfMonth, 'taxId' | 'month'>,
): DifferenceView {
  const { kind, type, series, startNumber, endNumber } = row;
  const gaps = kind === 'GAP' ? gapsOf([{ startNumber, endNumber }], { type, series, taxId }) : [];
  return {
    ...row,
    foundAt: new Date(foundAt),
    proposals: gaps.flatMap(({ proposal }) => proposal ?? []),
    giveUpBy: kind === 'GAP' ? inutilizationTerm(boundsOf(month).start) : null,
  };
}

/**
 * A person declares that nothing is left to do about open differences: later comparisons do not report the same ones again.
 *
 * @param numbers of the month; `ALL` is every one
 * @returns how many differences
 */
export function leaveDifferences(
  em: EntityManager,
  { companyId, month }: Pick<OfMonth, 'companyId' | 'month'>,
  ids: readonly string[] | 'ALL',
  actor: Actor,
): Promise<number> {
  return em.transactional(async (tx) => {
    const left = await tx.execute<unknown[]>(
      `update month_difference set settled_at = now(), settlement = 'LEFT'
       where company_id = ? and year = ? and month = ? and settled_at is null and (?::boolean or id::text = any (string_to_array(?, ',')))
       returning id`,
      [companyId, month.year, month.month, ids === 'ALL', ids === 'ALL' ? '' : ids.join(',')],
    );
    if (left.length > 0) {
      record(tx, actor, {
        company: companyId,
        action: 'DIFFERENCES_LEFT',
        subject: null,
        details: { count: left.length, month: monthInDigits(month) },
      });
    }
    return left.length;
  });
}

/** When the numbers of a month were last compared to the end, and how many differences are open; null where they never were. */
export async function lastComparison(
  em: EntityManager,
  companyId: string,
  { year, month }: Month,
): Promise<{ completedAt: Date; differences: number } | null> {
  const [row] = await em.execute<{ completedAt: string | null; differences: number }[]>(
    `select (
       select max(completed_at) from comparison where company_id = ? and year = ? and month = ?) as "completedAt",
       (select count(*)::int from month_difference where company_id = ? and year = ? and month = ? and settled_at is null) as differences`,
    [companyId, year, month, companyId, year, month],
  );
  return row?.completedAt ? { completedAt: new Date(row.completedAt), differences: row.differences } : null;
}
