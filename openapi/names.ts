/** The parts of a schema that name fields. */
type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
};
type Body = { content?: { 'application/json'?: { schema?: Schema } } };
type Parameter = { $ref?: string; in?: string; name?: string };
type Raw = { operationId: string; requestBody?: Body; parameters?: Parameter[] };

/** The names in a contract, to find the one that was meant in place of an unknown name. */
export type RequestNames = {
  /** Names of the fields that an operation's body may have at a place, as in `['items', '0']`; empty where the place has no fields. */
  fieldsAt(operationId: string, place: readonly string[]): string[];
  /** Names of an operation's query parameters. */
  queryOf(operationId: string): string[];
};

/** The names in a bundle. */
export function namesIn(bundle: object): RequestNames {
  const { paths, components } = bundle as {
    paths: Record<string, Record<string, Raw>>;
    components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
  };
  const operations = new Map(
    Object.values(paths).flatMap((path) => Object.values(path).map((raw) => [raw.operationId, raw] as const)),
  );

  const parts = (schema: Schema): Schema[] => partsOf(schema, components.schemas);

  return {
    fieldsAt(operationId, place) {
      const schema = operations.get(operationId)?.requestBody?.content?.['application/json']?.schema;
      const here = place.reduce(
        (schemas, key) =>
          schemas
            .flatMap(parts)
            .flatMap(({ properties, items }) => (isIndex(key) ? items : undefined) ?? properties?.[key] ?? []),
        schema ? [schema] : [],
      );
      return [...new Set(here.flatMap(parts).flatMap(({ properties = {} }) => Object.keys(properties)))];
    },
    queryOf(operationId) {
      const parameters = operations.get(operationId)?.parameters ?? [];
      return parameters
        .map((one) => (one.$ref ? (components.parameters[nameIn(one.$ref)] ?? one) : one))
        .flatMap(({ in: place, name }) => (place === 'query' && name ? [name] : []));
    },
  };
}

type Composed<Of> = { $ref?: string; allOf?: Of[]; oneOf?: Of[]; anyOf?: Of[] };

/** A schema with all schemas that it is composed of. @param schemas the contract's schemas by name */
export function partsOf<Of extends Composed<Of>>(schema: Of, schemas: Record<string, Of>): Of[] {
  const { $ref, allOf = [], oneOf = [], anyOf = [] } = schema;
  const meant = $ref === undefined ? undefined : schemas[nameIn($ref)];
  const composed = [...(meant ? [meant] : []), ...allOf, ...oneOf, ...anyOf];
  return [schema, ...composed.flatMap((part) => partsOf(part, schemas))];
}

const isIndex = (key: string): boolean => /^\d+$/.test(key);
const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
