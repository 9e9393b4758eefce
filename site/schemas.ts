import { adminContract } from '../openapi/admin-contract.ts';
import { contract } from '../openapi/contract.ts';
import { lists } from './addresses.ts';

/** A schema of a contract as JSON has it: what pages of fields read of it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: (string | number | boolean | null)[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  default?: unknown;
};
export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

/** The schemas of a contract, in whichever language its descriptions are. */
export function schemasOf(description: object): JsonSchemas {
  const { components } = description as { components: { schemas: JsonSchemas } };
  return components.schemas;
}

/** The name of a schema that another one refers to; undefined where it says for itself what it is. */
export function nameOf({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** Whether a schema has a page: what has fields, or a list of codes. What else there is, such as an amount, is told where it is used. */
export function hasPage({ properties, enum: codes }: JsonSchema): boolean {
  return properties !== undefined || codes !== undefined;
}

/** Where the page of a schema stands, below the base. */
export function schemaPath(name: string, isOfAdministration: boolean): string {
  return `${lists.fields}/${isOfAdministration ? 'administracao/' : ''}${name}`;
}

/** The address of a field, or of a code, within the page of its schema: as its heading has it. */
export function fieldAnchor(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}_-]/gu, '');
}

/** Where texts begin that name a field by its path: a sale, or the settings of a company behind `company.`. */
const roots = {
  sale: { name: 'FiscalDocumentCreation', isOfAdministration: false },
  company: { name: 'CompanyCreation', isOfAdministration: true },
} as const;

/**
 * Where a field that a text names by its path, such as `items[].ncm`, stands in its reference, below the base.
 *
 * @returns undefined where no field begins like that; not `isExact` where only what it stands in is a field of the reference
 */
export function fieldPlace(path: string): { place: string; isExact: boolean } | undefined {
  const parts = path.replaceAll('[]', '').split('.');
  const { name: root, isOfAdministration } = parts[0] === 'company' ? roots.company : roots.sale;
  if (isOfAdministration) parts.shift();
  const schemas = schemasOf((isOfAdministration ? adminContract : contract).description);
  let place: string | undefined;
  let name: string | undefined = root;
  for (const part of parts) {
    const field: JsonSchema | undefined = name === undefined ? undefined : schemas[name]?.properties?.[part];
    if (name === undefined || field === undefined) return place === undefined ? undefined : { place, isExact: false };
    place = `${schemaPath(name, isOfAdministration)}#${fieldAnchor(part)}`;
    name = withFields(field, schemas);
  }
  return place === undefined ? undefined : { place, isExact: true };
}

/** The name of the schema that the fields of a field stand in, of an item where it is a list; undefined where it has none. */
function withFields(field: JsonSchema, schemas: JsonSchemas): string | undefined {
  if (field.items) return withFields(field.items, schemas);
  const named = nameOf(field);
  if (named !== undefined) return schemas[named]?.properties ? named : undefined;
  for (const each of field.oneOf ?? []) {
    const found = withFields(each, schemas);
    if (found !== undefined) return found;
  }
  return undefined;
}
