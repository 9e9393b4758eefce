import type { EntityManager } from '../../config/orm.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { boundsOf, type Month, monthInDigits } from '../../domain/month.ts';
import { record } from '../audit/record.ts';
import { monthNumbering } from '../closings/numbering.ts';
import { knownSeries, typeOfSeries } from '../installations/restored-series.ts';

/** A month of a company whose numbers are to be compared. */
export type ComparisonOf = { companyId: string; month: Month };

/**
 * Creates the comparison of a month, or finds the one that is under way.
 *
 * @param everyNote whether the authority is also asked about notes whose status here is certain
 */
export async function askForComparison(
  em: EntityManager,
  { companyId, month: { year, month } }: ComparisonOf,
  { everyNote, actor }: { everyNote: boolean; actor: Actor },
): Promise<{ id: string; isNew: boolean }> {
  const made = await em.transactional(async (tx) => {
    const [row] = await tx.execute<{ id: string }[]>(
      `insert into comparison (id, company_id, year, month, every_note, created_at)
       values (gen_random_uuid(), ?, ?, ?, ?, now()) on conflict do nothing returning id`,
      [companyId, year, month, everyNote],
    );
    if (row) {
      const details = { month: monthInDigits({ year, month }), everyNote };
      record(tx, actor, { company: companyId, action: 'COMPARISON_REQUESTED', subject: row.id, details });
    }
    return row ?? null;
  });
  if (made) return { id: made.id, isNew: true };
  const [present] = await em.execute<{ id: string }[]>(
    'select id from comparison where company_id = ? and year = ? and month = ? and completed_at is null',
    [companyId, year, month],
  );
  // If none is found, the one that was there has just ended.
  if (present) return { id: present.id, isNew: false };
  return askForComparison(em, { companyId, month: { year, month } }, { everyNote, actor });
}

/** The numbers of one series that a comparison goes through. */
type SeriesRange = {
  type: DocumentType;
  series: number;
  firstNumber: number;
  lastNumber: number;
  ownFrom: number;
};

/**
 * Reads which numbers a month has, by the same rules as its closing, and writes down the series to go through. They include series without a
 * document in the month, because another system may have used them.
 */
export async function beginComparison(em: EntityManager, id: string, of: ComparisonOf): Promise<void> {
  const bounds = boundsOf(of.month);
  await em.transactional(async (tx) => {
    const numbering = await monthNumbering(tx, { companyId: of.companyId, bounds });
    const ranges = [...numbering.map(rangeOf), ...(await unusedSeries(tx, of.companyId, numbering))];
    const rows = JSON.stringify(ranges);
    await tx.execute(seeding, [id, of.companyId, bounds.next, rows]);
    await tx.execute(
      `update comparison set as_of = now(), total_count = (
         select coalesce(sum(greatest(0, last_number - first_number + 1)), 0) from compared_series where comparison_id = comparison.id)
       where id = ?`,
      [id],
    );
  });
}

function rangeOf({
  type,
  series,
  previous,
  first,
  last,
}: Awaited<ReturnType<typeof monthNumbering>>[number]): SeriesRange {
  const ownFrom = previous === null ? first : previous + 1;
  return { type, series, firstNumber: Math.min(first, ownFrom), lastNumber: last, ownFrom };
}

/** Series that have a count or are configured, and have no document in the month. */
async function unusedSeries(
  em: EntityManager,
  companyId: string,
  used: readonly Pick<SeriesRange, 'type' | 'series'>[],
): Promise<SeriesRange[]> {
  const known = await em.execute<{ type: DocumentType; series: number; next: number }[]>(
    `select ${typeOfSeries('k.model')} as type, k.series, k.next_number as next from (${knownSeries}) k
     where k.company_id = ? and k.environment = 'PRODUCTION'`,
    [companyId],
  );
  return known
    .filter(({ type, series }) => !used.some((each) => each.type === type && each.series === series))
    .map(({ type, series, next }) => ({
      ...{ type, series, firstNumber: next, lastNumber: next - 1 },
      ownFrom: next,
    }));
}

/** `looks_ahead` is false where a document has a number beyond the last one, or one of a later month: that month is compared, too. */
const seeding = `
  insert into compared_series (comparison_id, company_id, type, series, first_number, last_number, own_from, looks_ahead, next_number)
  select asked.comparison_id, asked.company_id, row.type, row.series, row."firstNumber", row."lastNumber", row."ownFrom", not exists (
      select from document d
      where d.company_id = asked.company_id and d.environment = 'PRODUCTION' and d.type = row.type and d.series = row.series and d.number > 0
        and (d.number > row."lastNumber" or d.issue_date_time >= asked.next)
    ), row."firstNumber"
  from (select ?::uuid as comparison_id, ?::uuid as company_id, ?::timestamptz as next) asked
    cross join jsonb_to_recordset(?::jsonb) as row (type text, series int, "firstNumber" int, "lastNumber" int, "ownFrom" int)
  on conflict do nothing`;
