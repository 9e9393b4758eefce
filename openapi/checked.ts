import type { middleware } from 'express-openapi-validator';
import { z } from 'zod';
import published from './generated/openapi.json' with { type: 'json' };

type JsonSchema = Record<string, unknown>;
type Spec = Extract<Parameters<typeof middleware>[0]['apiSpec'], { openapi: `3.1.${string}` }>;

const schemasPath = '#/components/schemas/';
const contractSchema = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
const choiceSchema = z.tuple([z.object({ $ref: z.string() }), z.object({ type: z.literal('null') })]);

/** The contract, with access to its schemas by name. */
export type CheckedContract = Spec & {
  components: { schemas: Record<string, JsonSchema> };
  webhooks: NonNullable<Spec['paths']>;
};

/**
 * The contract in the form that the validator needs: a nullable field has one schema with two types, in place of a choice between a schema and null.
 * The validator reports the faults of each branch of a choice, so that a field that is missing inside would also be reported as "must be null".
 *
 * @param closed whether every object, in answers and events too, may only have the fields that it names: for tests, which find fields in answers that
 *   the contract does not have. In the published contract only requests are closed.
 * @param bundle that of `/v1` by default
 */
export function checkedContract({
  closed = false,
  bundle = published,
}: { closed?: boolean; bundle?: object } = {}): CheckedContract {
  const contract = contractSchema.parse(structuredClone(bundle));
  const nullable = new Set<string>();
  widen(contract, nullable);
  if (closed) forbidUnknownFields(contract.components.schemas);
  const { schemas } = contract.components;
  const widened = [...nullable].map((name): [string, JsonSchema] => [orNull(name), withNull(schemas[name])]);
  const components = { ...contract.components, schemas: { ...schemas, ...Object.fromEntries(widened) } };
  return z.custom<CheckedContract>().parse({ ...contract, components });
}

/** Rewrites, in place, every choice between a schema and null; collects the names of those schemas. */
function widen(node: unknown, nullable: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const choice = 'oneOf' in node ? choiceSchema.safeParse(node.oneOf) : null;
  if (choice?.success) {
    const name = choice.data[0].$ref.replace(schemasPath, '');
    nullable.add(name);
    Reflect.deleteProperty(node, 'oneOf');
    Object.assign(node, { $ref: `${schemasPath}${orNull(name)}` });
  }
  for (const inner of Object.values(node)) widen(inner, nullable);
}

/** Forbids, in place, unknown fields in every schema with `properties`. */
export function forbidUnknownFields(schemas: object): void {
  for (const schema of Object.values(schemas) as unknown[]) {
    const isOpen =
      typeof schema === 'object' && schema !== null && 'properties' in schema && !('additionalProperties' in schema);
    if (isOpen) Object.assign(schema, { additionalProperties: false });
  }
}

function orNull(name: string): string {
  return `${name}OrNull`;
}

function withNull(schema: JsonSchema = {}): JsonSchema {
  return { ...schema, type: [schema.type, 'null'] };
}
