import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { NotFound } from '../../domain/errors.ts';
import type { Month } from '../../domain/month.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';

/** How far a comparison is. */
export type ComparisonView = {
  id: string;
  month: Month;
  everyNote: boolean;
  createdAt: Date;
  /** When the numbers of the month were read; null before. */
  asOf: Date | null;
  completedAt: Date | null;
  done: number;
  total: number;
  /** For how many numbers the authority answered without saying what it has, and its words about the last of them. */
  untold: number;
  untoldReason: string | null;
  waiting: { kind: WaitKind; reason: string } | null;
  /** How many differences of its month are open now, whichever comparison found them. */
  openDifferences: number;
};

type Row = Omit<ComparisonView, 'createdAt' | 'asOf' | 'completedAt' | 'waiting'> & {
  createdAt: string;
  asOf: string | null;
  completedAt: string | null;
  waitingKind: WaitKind | null;
  waitingFor: string | null;
};

const columns = `
  k.id, json_build_object('year', k.year, 'month', k.month) as month, k.every_note as "everyNote", k.created_at as "createdAt", k.as_of as "asOf",
  k.completed_at as "completedAt", k.done_count as done, k.total_count as total, k.untold_count as untold, k.untold_reason as "untoldReason",
  k.waiting_kind as "waitingKind", k.waiting_for as "waitingFor", (
    select count(*)::int from month_difference d
    where d.company_id = k.company_id and d.year = k.year and d.month = k.month and d.settled_at is null) as "openDifferences"`;

type OfCompany = { companyId: string };

/** One page of the comparisons of a company, of one month where it is given, the newest first; and how many there are. */
export async function findComparisons(
  em: EntityManager,
  { companyId, month }: OfCompany & { month?: Month | undefined },
  page: Page,
): Promise<{ comparisons: ComparisonView[]; total: number }> {
  const { limit, offset } = rowRangeOf(page);
  const ofMonth = month ? 'and k.year = ? and k.month = ?' : '';
  const asked = [companyId, ...(month ? [month.year, month.month] : [])];
  const rows = await em.execute<Row[]>(
    `select ${columns} from comparison k where k.company_id = ? ${ofMonth} order by k.created_at desc, k.id desc limit ? offset ?`,
    [...asked, limit, offset],
  );
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from comparison k where k.company_id = ? ${ofMonth}`,
    asked,
  );
  return { comparisons: rows.map(viewOf), total: counted?.total ?? 0 };
}

/** @throws NotFound */
export async function findComparison(em: EntityManager, { companyId }: OfCompany, id: string): Promise<ComparisonView> {
  const rows = isUuid(id)
    ? await em.execute<Row[]>(`select ${columns} from comparison k where k.company_id = ? and k.id = ?`, [
        companyId,
        id,
      ])
    : [];
  if (!rows[0]) throw new NotFound('comparison');
  return viewOf(rows[0]);
}

/** The comparison of a month that was asked for last; null where there is none. */
export async function newestComparison(
  em: EntityManager,
  { companyId, month }: OfCompany & { month: Month },
): Promise<ComparisonView | null> {
  const { comparisons } = await findComparisons(em, { companyId, month }, { page: 1, pageSize: 1 });
  return comparisons[0] ?? null;
}

function viewOf({ waitingKind, waitingFor, createdAt, asOf, completedAt, ...row }: Row): ComparisonView {
  return {
    ...row,
    createdAt: new Date(createdAt),
    asOf: asOf === null ? null : new Date(asOf),
    completedAt: completedAt === null ? null : new Date(completedAt),
    waiting: waitingKind === null ? null : { kind: waitingKind, reason: waitingFor ?? '' },
  };
}
