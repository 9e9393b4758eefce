import type { EntityManager } from '../../config/orm.ts';
import { checkRows, type Row, type Rules, type Verdict } from './check-rows.ts';
import type { NewRecord } from './kind.ts';

/**
 * `write` stores rows; `check` does everything but store; `pass` checks rows that an earlier process handled, for their keys and refusals.
 */
export type Mode = 'write' | 'check' | 'pass';

/**
 * Processes the rows of one transaction. A record that another transaction stored meanwhile counts as if it had existed before.
 *
 * @param before the earlier lines of the file that have these rows' keys
 */
export async function processRows<New extends NewRecord, Kept>(
  em: EntityManager,
  rows: Row[],
  { rules, mode, before }: { rules: Rules<New, Kept>; mode: Mode; before: ReadonlyMap<string, number> },
): Promise<Verdict<New>[]> {
  const batch = rules.kind.batch(em);
  const keys = rows.map(({ key }) => key).filter((key) => key !== '');
  const kept = await batch.find(keys, { toChange: rules.update && mode === 'write' });
  const verdicts = await checkRows(rows, rules, { batch, kept, before });
  if (mode !== 'write') {
    em.clear(); // changes that were made only to judge must not be stored
    return verdicts;
  }
  const fresh = verdicts.flatMap((verdict) => (verdict.kind === 'new' ? [verdict] : [])).sort(byKey);
  const stored = fresh.length > 0 ? await batch.insert(fresh.map((verdict) => verdict.fresh)) : new Set<string>();
  const late = fresh.filter((verdict) => !stored.has(verdict.fresh.id)).map(({ row }) => row);
  if (late.length === 0) return verdicts;
  const second: Verdict<New>[] = rules.update
    ? await processRows(em, late, { rules, mode, before })
    : late.map((row) => ({ row, kind: 'unchanged' }));
  const revised = new Map(second.map((verdict) => [verdict.row, verdict]));
  return verdicts.map((verdict) => revised.get(verdict.row) ?? verdict);
}

/** The order of inserts; with it, two imports of the same keys cannot deadlock. */
function byKey(a: { row: Row }, b: { row: Row }): number {
  return a.row.key < b.row.key ? -1 : 1;
}
