import { DomainError } from '../../domain/errors.ts';
import type { HeaderPlan } from '../../domain/imports/header.ts';
import type { RowFault, RowValues } from '../../domain/imports/row.ts';
import type { NewRecord, Kind, KindBatch } from './kind.ts';
import type { CsvRecord } from './records.ts';

/** A row as it was read from the file. */
export type Row = { record: CsvRecord; values: RowValues; faults: RowFault[]; key: string };

/** What the import does with a row. */
export type Verdict<New extends NewRecord> =
  | { row: Row; kind: 'new'; fresh: New }
  | { row: Row; kind: 'changed' | 'unchanged' }
  | { row: Row; kind: 'refused'; faults: RowFault[] };

/** The rules for rows: those of the kind, the file's header, and whether existing records are updated. */
export type Rules<New extends NewRecord, Kept> = { kind: Kind<New, Kept>; plan: HeaderPlan; update: boolean };

/** The existing records with the rows' keys, and the earlier lines of the file that have the same keys. */
type Known<New extends NewRecord, Kept> = {
  batch: KindBatch<New, Kept>;
  kept: ReadonlyMap<string, Kept>;
  before: ReadonlyMap<string, number>;
};

/** Judges rows in their order, and changes the records that they update. */
export async function checkRows<New extends NewRecord, Kept>(
  rows: Row[],
  rules: Rules<New, Kept>,
  { batch, kept, before }: Known<New, Kept>,
): Promise<Verdict<New>[]> {
  const lines = new Map(before);
  const verdicts: Verdict<New>[] = [];
  for (const row of rows) {
    const sameAt = lines.get(row.key);
    const verdict: Verdict<New> =
      sameAt === undefined
        ? await checkRow(row, rules, batch, kept.get(row.key))
        : { row, kind: 'refused', faults: [...row.faults, repeated(rules, sameAt)] };
    if (verdict.kind !== 'refused' && row.key !== '') lines.set(row.key, row.record.line);
    verdicts.push(verdict);
  }
  return verdicts;
}

async function checkRow<New extends NewRecord, Kept>(
  row: Row,
  { plan, update }: Rules<New, Kept>,
  batch: KindBatch<New, Kept>,
  record: Kept | undefined,
): Promise<Verdict<New>> {
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

function repeated<New extends NewRecord, Kept>({ kind, plan }: Rules<New, Kept>, line: number): RowFault {
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
