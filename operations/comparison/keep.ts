import type { EntityManager } from '../../config/orm.ts';
import type { DifferenceKind } from '../../domain/comparison/rule.ts';
import type { ComparedNumbers } from './numbers-here.ts';
import { waitingSince } from '../waits/waiting-since.ts';

/** A number about which we and the authority differ. */
export type NumberDifference = {
  number: number;
  kind: DifferenceKind;
  documentId: string | null;
  accessKey: string | null;
  cStat: string | null;
  protocol: string | null;
};

/** Where a comparison goes on in a series, and what the last step brought. */
export type SeriesStep = { nextNumber: number; unknown: number; isDone: boolean; done: number; untold: string | null };

type SeriesOf = Omit<ComparedNumbers, 'companyId'> & { comparisonId: string; companyId: string };

/** Stores what was found under a number and where the series goes on, in one transaction: after a crash that number is asked about again. */
export async function keepStep(
  em: EntityManager,
  of: SeriesOf,
  step: SeriesStep,
  difference: NumberDifference | null = null,
): Promise<void> {
  await em.transactional(async (tx) => {
    if (difference) await keepUnlessDeclared(tx, of, difference);
    if (step.untold !== null) await tx.execute(seenAgain, [of.comparisonId, ...keyOf(of), step.nextNumber - 1]);
    await tx.execute(
      `update compared_series set next_number = ?, unknown = ?, done_at = case when ?::boolean then now() end
       where comparison_id = ? and type = ? and series = ?`,
      [step.nextNumber, step.unknown, step.isDone, of.comparisonId, of.type, of.series],
    );
    await tx.execute(
      `update comparison set done_count = done_count + ?, untold_count = untold_count + ?, untold_reason = coalesce(?, untold_reason),
         waiting_for = null, waiting_kind = null, waiting_since = null, waiting_until = null
       where id = ?`,
      [step.done, step.untold === null ? 0 : 1, step.untold, of.comparisonId],
    );
  });
}

const keyOf = ({ companyId, type, series }: SeriesOf): [string, string, number] => [companyId, type, series];

/** Where the authority says nothing about a number, the difference that was found before still holds. */
const seenAgain = `
  update month_difference set comparison_id = ?
  where company_id = ? and type = ? and series = ? and start_number = ? and settled_at is null`;

/** Stores a difference, unless a person has declared that nothing is left to do about it. */
export async function keepUnlessDeclared(em: EntityManager, of: SeriesOf, difference: NumberDifference): Promise<void> {
  if (!(await isLeft(em, of, difference))) await keepDifference(em, of, difference);
}

/** Whether a person has declared that nothing is left to do about this very difference. */
async function isLeft(
  em: EntityManager,
  of: SeriesOf,
  { kind, number, accessKey }: NumberDifference,
): Promise<boolean> {
  const left = await em.execute<unknown[]>(
    `select 1 from month_difference
     where company_id = ? and type = ? and series = ? and settlement = 'LEFT' and kind = ? and ? between start_number and end_number
       and access_key is not distinct from ? limit 1`,
    [...keyOf(of), kind, number, accessKey],
  );
  return left.length > 0;
}

/**
 * Adds a number to the gap that ends just before it; every other difference is about one number. An open difference of an earlier comparison
 * becomes the same row.
 */
async function keepDifference(em: EntityManager, of: SeriesOf, found: NumberDifference): Promise<void> {
  const { comparisonId, companyId, type, series, month } = of;
  const { number, kind, documentId, accessKey, cStat, protocol } = found;
  if (kind === 'GAP') {
    const grown = await em.execute<unknown[]>(
      `update month_difference set end_number = ?
       where comparison_id = ? and company_id = ? and kind = 'GAP' and type = ? and series = ? and end_number = ? and settled_at is null
       returning id`,
      [number, comparisonId, companyId, type, series, number - 1],
    );
    if (grown.length > 0) return;
  }
  await em.execute(
    `insert into month_difference (id, company_id, comparison_id, year, month, kind, type, series, start_number, end_number, document_id,
       access_key, c_stat, protocol, found_at)
     values (gen_random_uuid(), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now())
     on conflict (company_id, type, series, start_number, kind) where settled_at is null do update set
       comparison_id = excluded.comparison_id, end_number = excluded.end_number, document_id = excluded.document_id,
       access_key = excluded.access_key, c_stat = excluded.c_stat, protocol = excluded.protocol, fetched_at = null`,
    [
      ...[companyId, comparisonId, month.year, month.month, kind, type, series, number, number],
      ...[documentId, accessKey, cStat, protocol],
    ],
  );
}

/**
 * Ends a comparison whose series are done. Open differences of the month that an earlier comparison found, and that this one looked for and did not
 * find, are settled; a comparison of doubtful numbers alone settles nothing about notes whose status is certain. A note whose file was brought here
 * is known here, whichever series it is of.
 */
export async function endComparison(em: EntityManager, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    const [ended] = await tx.execute<{ companyId: string; year: number; month: number; everyNote: boolean }[]>(
      `update comparison set completed_at = now(), waiting_for = null, waiting_kind = null, waiting_since = null, waiting_until = null
       where id = ? and completed_at is null
         and not exists (select from compared_series where comparison_id = comparison.id and done_at is null)
       returning company_id as "companyId", year, month, every_note as "everyNote"`,
      [id],
    );
    if (!ended) return;
    const { companyId, year, month, everyNote } = ended;
    await tx.execute(
      `update month_difference set settled_at = now(), settlement = 'VANISHED'
       where company_id = ? and year = ? and month = ? and comparison_id <> ? and settled_at is null
         and (?::boolean or (kind in ('GAP', 'UNKNOWN_HERE') and document_id is null))
         and (exists (
           select from compared_series s
           where s.comparison_id = ? and s.type = month_difference.type and s.series = month_difference.series
             and start_number >= s.first_number and start_number < s.next_number)
         or kind = 'UNKNOWN_HERE' and exists (
           select from past_note p where p.company_id = month_difference.company_id and p.access_key = month_difference.access_key))`,
      [companyId, year, month, id, everyNote, id],
    );
  });
}

/** Writes, where people read it, what a comparison waits for. The time since when it waits stays while the kind stays the same. */
export async function explainComparison(
  em: EntityManager,
  id: string,
  { kind, reason, until }: { kind: string; reason: string; until: Date | null },
): Promise<void> {
  await em.execute(
    `update comparison set waiting_for = ?, waiting_kind = ?, waiting_until = ?,
       ${waitingSince}
     where id = ? and completed_at is null`,
    [reason, kind, until, kind, id],
  );
}
