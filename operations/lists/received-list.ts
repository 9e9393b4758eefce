import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type Days, instantsOf, coverageOf } from './days.ts';
import { rowsMatchingAll, countRows, type CountedList, type SortOrder, type RowCondition } from './ordered-list.ts';
import type { ReceivedNarrowing } from './received-query.ts';
import { type FacetGroup, sumOf, talliedKinds, talliedTotal } from './tally.ts';

const table = 'received_document';

/** Newest first, as far as NSUs of two sources can be compared. */
const newestNsuFirst: SortOrder = { nsu: 'desc', id: 'desc' };

/**
 * The list of received documents for a query without a search. Kinds and months are not counted again, because the database has their counts. For a
 * part of a month, an issuer or a key, an index is counted.
 */
export async function receivedList(
  em: EntityManager,
  environment: Environment,
  narrowing: ReceivedNarrowing,
): Promise<CountedList> {
  const { kinds, issuer, accessKey, days } = narrowing;
  const of = (parts: RowCondition[], total: number): CountedList => ({ table, order: newestNsuFirst, parts, total });
  const whole = rowsMatchingAll(environmentOf(environment), ...conditions(narrowing));
  if (kinds?.length === 0) return of([], 0);
  if (issuer !== undefined || accessKey !== undefined) return of([whole], await countRows(em, table, whole));
  if (days.from !== undefined || days.to !== undefined) {
    const { parts, total } = await inDays(em, environment, narrowing);
    return of(parts, total);
  }
  if (kinds === null) return of([whole], await talliedTotal(em, table, { environment }));
  const known = await talliedKinds(em, table, { environment }, ['kind']);
  const wanted = known.filter(isOneOf(kinds));
  const total = sumOf(wanted);
  return of(total * 2 > sumOf(known) ? [whole] : runsOf(environment, wanted), total);
}

/** How many times fewer the rows of the wanted kinds must be than those of the months, for their index to be read in place of the months'. */
const farFewer = 4;

/** A list restricted to days: the months that they touch or, where these have far more other rows, the wanted kinds. */
async function inDays(
  em: EntityManager,
  environment: Environment,
  narrowing: ReceivedNarrowing,
): Promise<{ parts: RowCondition[]; total: number }> {
  const { days, kinds } = narrowing;
  const known = await talliedKinds(em, table, { environment });
  const wanted = kinds === null ? known : known.filter(isOneOf(kinds));
  const touched = monthsOf(known, days);
  const months = monthsOf(wanted, days).map(({ month, isPart, rows }) => {
    const within = conditions({ ...narrowing, days: isPart ? days : {} });
    return {
      isPart,
      rows,
      part: rowsMatchingAll(environmentOf(environment), ...equal('emission_month', month), ...within),
    };
  });
  let total = 0;
  for (const { isPart, rows, part } of months) total += isPart ? await countRows(em, table, part) : rows;
  const isRare = sumOf(wanted) * farFewer < sumOf(touched);
  const parts = isRare
    ? runsOf(environment, wanted).map((run) => rowsMatchingAll(run, ...daysOf(days)))
    : months.map(({ part }) => part);
  return { parts, total };
}

/** The months that the days touch and that have counted rows; `isPart` where the days cover a part of one. */
function monthsOf(counts: FacetGroup[], days: Days): { month: string; isPart: boolean; rows: number }[] {
  const months = Map.groupBy(counts, ({ facets }) => String(facets.emission_month));
  return [...months].flatMap(([month, kinds]) => {
    const share = coverageOf(month, days);
    return share === 'NONE' ? [] : [{ month, isPart: share === 'PART', rows: sumOf(kinds) }];
  });
}

/** A part for each kind, which lies together in the index. */
function runsOf(environment: Environment, counts: FacetGroup[]): RowCondition[] {
  const kinds = new Set(counts.map(({ facets }) => String(facets.kind)));
  return [...kinds].map((kind) => rowsMatchingAll(environmentOf(environment), ...equal('kind', kind)));
}

function isOneOf(kinds: string[]): (count: FacetGroup) => boolean {
  const wanted = new Set(kinds);
  return ({ facets }) => wanted.has(String(facets.kind));
}

/** The conditions of a query, without the search. */
function conditions({ kinds, issuer, accessKey, days }: Omit<ReceivedNarrowing, 'pattern'>): RowCondition[] {
  return [
    ...equal('access_key', accessKey),
    ...equal('issuer_tax_id', issuer),
    ...(kinds === null ? [] : [{ where: 'kind in (?)', values: [kinds] }]),
    ...daysOf(days),
  ];
}

/** The condition for documents that were issued on these days. */
function daysOf(days: Days): RowCondition[] {
  const { from, before } = instantsOf(days);
  return [
    ...(from === null ? [] : [{ where: 'emission_date >= ?::timestamptz', values: [from] }]),
    ...(before === null ? [] : [{ where: 'emission_date < ?::timestamptz', values: [before] }]),
  ];
}

/** The condition for documents of an environment. */
function environmentOf(environment: Environment): RowCondition {
  return { where: 'environment = ?', values: [environment] };
}

/** The condition for rows with one value; none where the value is undefined. */
function equal(column: string, value: string | undefined): RowCondition[] {
  return value === undefined ? [] : [{ where: `${column} = ?`, values: [value] }];
}
