import type { EntityManager } from '../../config/orm.ts';
import type { Column } from '../../domain/imports/column.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import type { RowValues } from '../../domain/imports/row.ts';

/** A row that passed every check of the API, as the record that it becomes. */
export type Fresh = { id: string };

/** How one kind of record is imported: the API's rules, a batch at a time. */
export type Kind<New extends Fresh, Kept> = {
  name: ImportKind;
  columns: readonly Column[];
  /** The field that tells whether a row is on record. */
  keyField: string;
  /** Fields without which no record can be made. */
  required: readonly string[];
  /** The key in normal form; empty for a row that is like no other. */
  keyOf(values: RowValues): string;
  batch(em: EntityManager): KindBatch<New, Kept>;
};

/** The records of one transaction. */
export type KindBatch<New extends Fresh, Kept> = {
  /** What is on record under these keys; `toChange` locks it until the transaction ends. */
  find(keys: string[], options: { toChange: boolean }): Promise<Map<string, Kept>>;
  /** @throws DomainError where the API would refuse to create it */
  create(values: RowValues): Promise<New>;
  /**
   * Takes the row over into the record.
   *
   * @returns whether that changed anything
   * @throws DomainError where the API would refuse the change, with the record as it was
   */
  change(kept: Kept, values: RowValues): Promise<boolean>;
  /** Stores what is not on record. Gives the ids of what was stored. */
  insert(records: New[]): Promise<Set<string>>;
};
