import type { EntityManager } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import type { HeaderPlan, RowFault, RowValues } from '../../domain/imports/rows.ts';
import type { ImportedRecordKind, KindBatch, NewRecord } from './kind.ts';
import type { CsvRecord } from './sheet.ts';

/** A row as it was read from the file. */
export type ImportRow = { record: CsvRecord; values: RowValues; faults: RowFault[]; key: string };

/** What the import does with a row. */
export type RowOutcome<New extends NewRecord> =
  | { row: ImportRow; kind: 'new'; fresh: New }
  | { row: ImportRow; kind: 'changed' | 'unchanged' }
  | { row: ImportRow; kind: 'refused'; faults: RowFault[] };

/** The rules for rows: those of the kind, the file's header, and whether existing records are updated. */
export type ImportRules<New extends NewRecord, Kept> = {
  kind: ImportedRecordKind<New, Kept>;
  plan: HeaderPlan;
  update: boolean;
};

/** The existing records with the rows' keys, and the earlier lines of the file that have the same keys. */
type KnownRecords<New extends NewRecord, Kept> = {
  batch: KindBatch<New, Kept>;
  kept: ReadonlyMap<string, Kept>;
  before: ReadonlyMap<string, number>;
};

/** Checks rows in their order, and changes the records that they update. */
async function checkRows<New extends NewRecord, Kept>(
  rows: ImportRow[],
  rules: ImportRules<New, Kept>,
  { batch, kept, before }: KnownRecords<New, Kept>,
): Promise<RowOutcome<New>[]> {
  const lines = new Map(before);
  const outcomes: RowOutcome<New>[] = [];
  for (const row of rows) {
    const sameAt = lines.get(row.key);
    const outcome: RowOutcome<New> =
      sameAt === undefined
        ? await checkRow(row, rules, batch, kept.get(row.key))
        : { row, kind: 'refused', faults: [...row.faults, repeated(rules, sameAt)] };
    if (outcome.kind !== 'refused' && row.key !== '') lines.set(row.key, row.record.line);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function checkRow<New extends NewRecord, Kept>(
  row: ImportRow,
  { plan, update }: ImportRules<New, Kept>,
  batch: KindBatch<New, Kept>,
  record: Kept | undefined,
): Promise<RowOutcome<New>> {
  if (row.faults.length > 0) return { row, kind: 'refused', faults: row.faults };
  try {
    if (record !== undefined && update) {
      return { row, kind: (await batch.change(record, row.values)) ? 'changed' : 'unchanged' };
    }
    const fresh = await batch.create(row.values);
    return record === undefined ? { row, kind: 'new', fresh } : { row, kind: 'unchanged' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { row, kind: 'refused', faults: faultsOf(error, plan) };
  }
}

function repeated<New extends NewRecord, Kept>({ kind, plan }: ImportRules<New, Kept>, line: number): RowFault {
  const field = kind.keyField;
  return {
    field,
    column: headerOf(field, plan),
    message: `já está na linha ${line} deste arquivo: deixe uma das duas.`,
  };
}

function faultsOf({ issues, message }: DomainError, plan: HeaderPlan): RowFault[] {
  if (issues.length === 0) return [{ field: null, column: null, message }];
  return issues.map((issue) => {
    const field = issue.path.replace(/^nfeConfig\./, '') || null;
    return { field, column: field && headerOf(field, plan), message: issue.message };
  });
}

function headerOf(field: string, { fields }: HeaderPlan): string | null {
  return fields.find(({ column }) => column.field === field)?.cells[0]?.header ?? null;
}

/**
 * `write` stores rows; `check` does everything but store; `pass` checks rows that an earlier process handled, for their keys and refusals.
 */
export type ImportMode = 'write' | 'check' | 'pass';

/**
 * Processes the rows of one transaction. A record that another transaction stored meanwhile counts as if it had existed before.
 *
 * @param before the earlier lines of the file that have these rows' keys
 */
export async function processRows<New extends NewRecord, Kept>(
  em: EntityManager,
  rows: ImportRow[],
  { rules, mode, before }: { rules: ImportRules<New, Kept>; mode: ImportMode; before: ReadonlyMap<string, number> },
): Promise<RowOutcome<New>[]> {
  const batch = rules.kind.batch(em);
  const keys = rows.map(({ key }) => key).filter((key) => key !== '');
  const kept = await batch.find(keys, { toChange: rules.update && mode === 'write' });
  const outcomes = await checkRows(rows, rules, { batch, kept, before });
  if (mode !== 'write') {
    em.clear(); // changes that were made only to check must not be stored
    return outcomes;
  }
  const fresh = outcomes.flatMap((outcome) => (outcome.kind === 'new' ? [outcome] : [])).sort(byKey);
  const stored = fresh.length > 0 ? await batch.insert(fresh.map((outcome) => outcome.fresh)) : new Set<string>();
  const late = fresh.filter((outcome) => !stored.has(outcome.fresh.id)).map(({ row }) => row);
  if (late.length === 0) return outcomes;
  const second: RowOutcome<New>[] = rules.update
    ? await processRows(em, late, { rules, mode, before })
    : late.map((row) => ({ row, kind: 'unchanged' }));
  const revised = new Map(second.map((outcome) => [outcome.row, outcome]));
  return outcomes.map((outcome) => revised.get(outcome.row) ?? outcome);
}

/** The order of inserts; with it, two imports of the same keys cannot deadlock. */
function byKey(a: { row: ImportRow }, b: { row: ImportRow }): number {
  return a.row.key < b.row.key ? -1 : 1;
}
