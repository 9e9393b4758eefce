import { adminContract } from '../openapi/admin-contract.ts';
import { contract } from '../openapi/contract.ts';
import { sitePaths } from './addresses.ts';

/** The parts of a JSON Schema that the pages of fields use. */
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

/** The schemas of a contract; their descriptions are in the language of `description`. */
export function schemasOf(description: object): JsonSchemas {
  const { components } = description as { components: { schemas: JsonSchemas } };
  return components.schemas;
}

/** The name of the schema to which another one refers; undefined where it is no reference. */
export function schemaName({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** Whether a schema has a page: those with fields or values have. Others, such as that of an amount, are described where they are used. */
export function hasPage({ properties, enum: codes }: JsonSchema): boolean {
  return properties !== undefined || codes !== undefined;
}

/** Path of a schema's page, below the base. */
export function schemaPath(name: string, isOfAdministration: boolean): string {
  return `${sitePaths.fields}/${isOfAdministration ? 'administracao/' : ''}${name}`;
}

/** Anchor of a field, or of a value, on its schema's page; equal to the id of its heading. */
export function fieldAnchor(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}_-]/gu, '');
}

/** The schemas in which a field's path begins: a sale, or after `company.` the settings of a company. */
const roots = {
  sale: { name: 'FiscalDocumentCreation', isOfAdministration: false },
  company: { name: 'CompanyCreation', isOfAdministration: true },
} as const;

/**
 * The place of a field in the reference, for a path such as `items[].ncm`, below the base.
 *
 * @returns undefined where no field begins like that; `isExact` is false where the reference only has the object that contains the field
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

/** The name of the schema that has the fields of a field, or of its items; undefined where it has none. */
function withFields(field: JsonSchema, schemas: JsonSchemas): string | undefined {
  if (field.items) return withFields(field.items, schemas);
  const named = schemaName(field);
  if (named !== undefined) return schemas[named]?.properties ? named : undefined;
  for (const each of field.oneOf ?? []) {
    const found = withFields(each, schemas);
    if (found !== undefined) return found;
  }
  return undefined;
}
