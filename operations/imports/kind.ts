import type { EntityManager } from '../../config/orm.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import type { ImportColumn, RowValues } from '../../domain/imports/rows.ts';
import type { TemplateChanges, TemplateInput } from '../../domain/templates/template-input.ts';
import type { TaxRuleChanges, TaxRuleInput } from '../records/tax-rules.ts';

/** The format of a file: a table, or a record in each line. */
export type FileForm = 'TABLE' | 'LINES';

/** A row that passed every check of the API, as the record that it becomes. */
export type NewRecord = { id: string };

/** How one kind of record is imported: the API's rules, a batch at a time. */
export type ImportedRecordKind<New extends NewRecord, Kept> = {
  name: ImportKind;
  /** A CSV table, or a JSON record in each line. */
  form: FileForm;
  columns: readonly ImportColumn[];
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
  /** Stores the records that do not exist yet. @returns the ids of those that it stored */
  insert(records: New[]): Promise<Set<string>>;
};

/** The request bodies of the API that rows are checked as. */
export type RowBody = `${'Client' | 'Product' | 'Carrier'}${'Creation' | 'Changes'}`;

/**
 * The API's own check of a body, from its contract: a row is refused for the same faults of form as a request. The check throws DomainError
 * `validation_error` with every fault.
 */
export type BodyCheck = (name: RowBody) => (body: unknown) => void;

/**
 * What is taken from the contract's bodies: checks of the flat ones, and readers of those with lists, in the terms of the domain. Each throws as
 * `BodyCheck`.
 */
export type ImportedShapes = {
  check: BodyCheck;
  taxRule: { creation: (body: unknown) => TaxRuleInput; changes: (body: unknown) => TaxRuleChanges };
  fiscalTemplate: { creation: (body: unknown) => TemplateInput; changes: (body: unknown) => TemplateChanges };
};
