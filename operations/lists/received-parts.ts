import type { Environment } from '../../domain/companies/settings.ts';
import { schemaTypes } from '../../domain/received/words.ts';
import { type Days, instantsOf } from './days.ts';
import { allOf, type Part } from './ordered-list.ts';
import type { Narrowing } from './received-query.ts';
import type { Kind } from './tally.ts';

/** The columns that tell the kinds of documents apart. */
export const kindColumns = ['schema_type', 'manifestation', 'pending'];

/** The kinds of some counts, without their months. */
export function kindsOf(counts: Kind[]): Kind[] {
  const key = ({ facets }: Kind): string => JSON.stringify(kindColumns.map((column) => facets[column]));
  return [...Map.groupBy(counts, key).values()].flatMap(([kind]) => kind ?? []);
}

/** A run of the index for each kind. */
export function partsOf(environment: Environment, kinds: Kind[]): Part[] {
  return kinds.map(({ facets: { schema_type, manifestation = null, pending } }) =>
    allOf(
      environmentOf(environment),
      { where: 'schema_type = ?', values: [schema_type] },
      manifestation === null
        ? { where: 'manifestation is null', values: [] }
        : { where: 'manifestation = ?', values: [manifestation] },
      { where: 'pending = ?', values: [pending] },
    ),
  );
}

/** Whether a kind is asked for. */
export function isOf(facets: Kind['facets'], { types, manifestation, pending }: Narrowing): boolean {
  return (
    types.some((type) => type === facets.schema_type) &&
    (manifestation === undefined || manifestation === facets.manifestation) &&
    (pending === undefined || pending === facets.pending)
  );
}

/** Whether the types exclude nothing. */
export function isEveryType(types: Narrowing['types']): boolean {
  return types.length === schemaTypes.length;
}

/** What is asked for, but a search. */
export function conditions({ types, manifestation, pending, issuer, accessKey, days }: Narrowing): Part[] {
  const equal = (column: string, value: unknown): Part[] =>
    value === undefined ? [] : [{ where: `${column} = ?`, values: [value] }];
  return [
    ...equal('access_key', accessKey),
    ...equal('issuer_tax_id', issuer),
    ...(isEveryType(types) ? [] : [{ where: 'schema_type in (?)', values: [types] }]),
    ...equal('manifestation', manifestation),
    ...equal('pending', pending),
    ...daysOf(days),
  ];
}

/** Emitted on these days. */
export function daysOf(days: Days): Part[] {
  const { from, before } = instantsOf(days);
  return [
    ...(from === null ? [] : [{ where: 'emission_date >= ?::timestamptz', values: [from] }]),
    ...(before === null ? [] : [{ where: 'emission_date < ?::timestamptz', values: [before] }]),
  ];
}

/** Received in that environment. */
export function environmentOf(environment: Environment): Part {
  return { where: 'environment = ?', values: [environment] };
}
