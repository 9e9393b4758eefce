import { z } from 'zod';
import type { EntityManager } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import type { Column, RowValues } from '../../domain/imports/rows.ts';
import { inPortuguese, issuesOf } from '../../domain/schema-messages.ts';
import { checkedContract } from '../../openapi/checked.ts';
import { contract } from '../../openapi/contract.ts';

/** A row that passed every check of the API, as the record that it becomes. */
export type NewRecord = { id: string };

/** How one kind of record is imported: the API's rules, a batch at a time. */
export type RecordKind<New extends NewRecord, Kept> = {
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

/** The request bodies of the API that rows are checked as. */
type Body = 'ClientCreation' | 'ClientChanges' | 'ProductCreation' | 'ProductChanges';

/**
 * The API's own check of a body, from its contract: a row is refused for the same faults of form as a request.
 *
 * @returns a check that throws DomainError `validation_error` with every fault
 */
export function contractCheck(name: Body): (body: unknown) => void {
  const schema = schemaOf(name);
  return (body) => {
    const parsed = schema.safeParse(body, { error: sentence });
    if (parsed.success) return;
    const issues = issuesOf(parsed.error);
    throw new DomainError('validation_error', issues[0]?.message ?? 'A linha é inválida.', { issues });
  };
}

/** JSON Schema keeps what it refers to in `$defs`, OpenAPI in its components. */
function schemaOf(name: Body): z.ZodType {
  const { schemas } = z.object({ schemas: z.record(z.string(), z.unknown()) }).parse(checkedContract().components);
  const asJsonSchema = JSON.stringify({ $ref: `#/$defs/${name}`, $defs: schemas });
  const root: unknown = JSON.parse(asJsonSchema.replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema(z.record(z.string(), z.json()).parse(root));
}

const sentence: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_format') return inPortuguese(issue);
  const pattern = (issue.pattern ?? '').replace(/^\/|\/[a-z]*$/g, '').replaceAll('\\/', '/');
  return contract.sentences.get(pattern) ?? 'não tem o formato esperado';
};
