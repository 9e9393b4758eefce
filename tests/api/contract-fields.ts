import { z } from 'zod';
import { checkedContract } from '../../openapi/checked.ts';

const schemas: Record<string, unknown> = checkedContract().components.schemas;
const nodeSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]),
  maxLength: z.number().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

type SchemaNode = z.infer<typeof nodeSchema>;
/** A field of a body, by its path; the path takes the first element of every list. */
export type Field = { path: string; schema: SchemaNode };

/** Every field of a schema of the contract, at any depth. */
export function fieldsOf(name: string): Field[] {
  return inside('', resolve({ $ref: `#/components/schemas/${name}` }));
}

function inside(prefix: string, schema: SchemaNode): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const resolved = resolve(node);
    return [{ path, schema: resolved }, ...inside(path, resolved)];
  });
  if (schema.items === undefined) return own;
  const element = resolve(schema.items);
  return [...own, { path: `${prefix}[0]`, schema: element }, ...inside(`${prefix}[0]`, element)];
}

/** Whether a field is an amount, which may be a number or a string. */
export function isDecimal({ type }: SchemaNode): boolean {
  return type.includes('number') && type.includes('string');
}

/** One value of every JSON type that the schema refuses. */
export function wrongTypes({ type }: SchemaNode): unknown[] {
  const takes = (name: string): boolean => (Array.isArray(type) ? type.includes(name) : type === name);
  const isNumeric = takes('number') || takes('integer');
  return [
    ...(takes('string') ? [] : ['texto']),
    ...(isNumeric ? [] : [17]),
    ...(takes('boolean') ? [] : [true]),
    ...(takes('object') ? [] : [{ a: 1 }]),
    ...(takes('array') ? [] : [['a']]),
  ];
}

/** A schema with its references resolved, as far as the table of fields needs it. */
function resolve(node: unknown): SchemaNode {
  const { $ref } = z.object({ $ref: z.string().optional() }).parse(node);
  if (!$ref) return nodeSchema.parse(node);
  const name = $ref.replace('#/components/schemas/', '');
  return nodeSchema.parse(schemas[name]);
}
