import { readdirSync, readFileSync } from 'node:fs';

/** The names in a contract, by which two contracts are compared. */
export type ContractNames = {
  /** Method and path of each operation by its id, as in `GET /v1/products`. */
  operations: Record<string, string>;
  /** Every field of every schema, as in `Product.nfeConfig.ncm`, with the values of an enum; null where any value may come. */
  fields: Record<string, string[] | null>;
};

/** The names in the contract of a release; `date` is `AAAA-MM-DD`. */
export type ReleasedContract = { version: string; date: string } & ContractNames;

/** What one contract has and another has not. */
export type NameDifference = {
  /** Ids of operations. */
  operations: string[];
  /** Fields by their schema, which both contracts have. */
  fields: Record<string, string[]>;
  /** Values by their field, for which both contracts have an enum. */
  values: Record<string, string[]>;
};

type Schema = { properties?: Record<string, Schema>; items?: Schema; enum?: unknown[]; allOf?: Schema[] };
type Bundle = {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { schemas: Record<string, Schema> };
};

/** The names in a bundled contract. */
export function contractNames(bundle: object): ContractNames {
  const { paths, components } = bundle as Bundle;
  const fields: ContractNames['fields'] = {};

  function gather(schema: Schema, at: string): void {
    for (const part of schema.allOf ?? []) gather(part, at);
    if (schema.items) gather(schema.items, `${at}[]`);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const values = inner.enum ?? inner.items?.enum;
      fields[`${at}.${name}`] = values ? values.filter((value) => typeof value === 'string').toSorted() : null;
      gather(inner, `${at}.${name}`);
    }
  }

  for (const [name, schema] of Object.entries(components.schemas)) {
    if (schema.enum) fields[name] = schema.enum.filter((value) => typeof value === 'string').toSorted();
    gather(schema, name);
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  return { operations: Object.fromEntries(operations) as Record<string, string>, fields };
}

/** What `one` has and `other` has not. Fields of schemas that are new as a whole are left out. */
export function hasBeyond(one: ContractNames, other: ContractNames): NameDifference {
  const known = new Set(Object.keys(other.fields).map(schemaOf));
  const fields = Object.keys(one.fields).filter((field) => !(field in other.fields) && known.has(schemaOf(field)));
  // of a new object the field that contains it is enough
  const outermost = fields.filter(
    (field) => !fields.some((outer) => field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`)),
  );
  const values = Object.entries(one.fields).flatMap(([field, own]) => {
    const before = other.fields[field];
    const added = before && own ? own.filter((value) => !before.includes(value)) : [];
    return added.length > 0 ? [[field, added] as const] : [];
  });
  return {
    operations: Object.keys(one.operations).filter((id) => !(id in other.operations)),
    fields: Object.fromEntries(
      [...Map.groupBy(outermost, schemaOf)].map(([schema, all]) => [
        schema,
        all.map((field) => field.slice(schema.length + 1)),
      ]),
    ),
    values: Object.fromEntries(values),
  };
}

function schemaOf(field: string): string {
  return /^[^.[]+/.exec(field)?.[0] ?? field;
}

const folder = new URL('released/', import.meta.url);

/** The contracts of all releases, the newest first; `keep-release.ts` writes their files. */
export function released(): ReleasedContract[] {
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as ReleasedContract)
    .toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
}
