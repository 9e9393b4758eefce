import type { EntityManager } from '../../config/orm.ts';
import type { Column } from '../../domain/imports/column.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import type { RowValues } from '../../domain/imports/row.ts';

/** A row that passed every check of the API, as the record that it becomes. */
export type NewRecord = { id: string };

/** How one kind of record is imported: the API's rules, a batch at a time. */
export type Kind<New extends NewRecord, Kept> = {
  name: ImportKind;
  columns: readonly Column[];
  /** The field by which a row finds its record. */
  keyField: string;
  /** Fields without which no record can be made. */
  required: readonly string[];
  /** The key in normal form; empty for a row that has no valid key. */
  keyOf(values: RowValues): string;
  batch(em: EntityManager): KindBatch<New, Kept>;
};

/** The records of one transaction. */
export type KindBatch<New extends NewRecord, Kept> = {
  /** The records with these keys; `toChange` locks them until the transaction ends. */
  find(keys: string[], options: { toChange: boolean }): Promise<Map<string, Kept>>;
  /** @throws DomainError where the API would refuse to create it */
  create(values: RowValues): Promise<New>;
  /**
   * Copies the row's values into the record.
   *
   * @returns whether that changed anything
   * @throws DomainError where the API would refuse the change, with the record as it was
   */
  change(kept: Kept, values: RowValues): Promise<boolean>;
  /** Stores the records that do not exist yet. Gives the ids of those it stored. */
  insert(records: New[]): Promise<Set<string>>;
};
