import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type Days, instantsOf, coverageOf } from './days.ts';
import { allOf, countRows, type CountedList, type Order, type RowCondition } from './ordered-list.ts';
import type { ReceivedNarrowing } from './received-query.ts';
import { type FacetGroup, sumOf, talliedKinds, talliedTotal } from './tally.ts';

const table = 'received_document';

/** Newest first, as far as NSUs of two sources can be compared. */
const newestNsuFirst: Order = { nsu: 'desc', id: 'desc' };

/**
 * The list of the documents that a query without a search asks for. What the database counts is never counted here: kinds and months. Of a
 * month that is asked for in part, of an issuer and of a key, an index says how many there are.
 */
export async function receivedList(
  em: EntityManager,
  environment: Environment,
  narrowing: ReceivedNarrowing,
): Promise<CountedList> {
  const { kinds, issuer, accessKey, days } = narrowing;
  const of = (parts: RowCondition[], total: number): CountedList => ({ table, order: newestNsuFirst, parts, total });
  const whole = allOf(environmentOf(environment), ...conditions(narrowing));
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

/** So many times fewer must the rows of the wanted kinds be than those of the months, to be walked in their place. */
const farFewer = 4;

/** A list that is limited to some days: the months they touch, or where these hold much else, the wanted kinds. */
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
    return { isPart, rows, part: allOf(environmentOf(environment), ...equal('emission_month', month), ...within) };
  });
  let total = 0;
  for (const { isPart, rows, part } of months) total += isPart ? await countRows(em, table, part) : rows;
  const isRare = sumOf(wanted) * farFewer < sumOf(touched);
  const parts = isRare
    ? runsOf(environment, wanted).map((run) => allOf(run, ...daysOf(days)))
    : months.map(({ part }) => part);
  return { parts, total };
}

/** The months with any of the counted rows that the days touch, whether in part alone, and how many rows a month has. */
function monthsOf(counts: FacetGroup[], days: Days): { month: string; isPart: boolean; rows: number }[] {
  const months = Map.groupBy(counts, ({ facets }) => String(facets.emission_month));
  return [...months].flatMap(([month, kinds]) => {
    const share = coverageOf(month, days);
    return share === 'NONE' ? [] : [{ month, isPart: share === 'PART', rows: sumOf(kinds) }];
  });
}

/** A run of the index for each kind. */
function runsOf(environment: Environment, counts: FacetGroup[]): RowCondition[] {
  const kinds = new Set(counts.map(({ facets }) => String(facets.kind)));
  return [...kinds].map((kind) => allOf(environmentOf(environment), ...equal('kind', kind)));
}

function isOneOf(kinds: string[]): (count: FacetGroup) => boolean {
  const wanted = new Set(kinds);
  return ({ facets }) => wanted.has(String(facets.kind));
}

/** What is asked for, but a search. */
function conditions({ kinds, issuer, accessKey, days }: Omit<ReceivedNarrowing, 'pattern'>): RowCondition[] {
  return [
    ...equal('access_key', accessKey),
    ...equal('issuer_tax_id', issuer),
    ...(kinds === null ? [] : [{ where: 'kind in (?)', values: [kinds] }]),
    ...daysOf(days),
  ];
}

/** Emitted on these days. */
function daysOf(days: Days): RowCondition[] {
  const { from, before } = instantsOf(days);
  return [
    ...(from === null ? [] : [{ where: 'emission_date >= ?::timestamptz', values: [from] }]),
    ...(before === null ? [] : [{ where: 'emission_date < ?::timestamptz', values: [before] }]),
  ];
}

/** Received in that environment. */
function environmentOf(environment: Environment): RowCondition {
  return { where: 'environment = ?', values: [environment] };
}

/** Rows with one value; no condition where there is none. */
function equal(column: string, value: string | undefined): RowCondition[] {
  return value === undefined ? [] : [{ where: `${column} = ?`, values: [value] }];
}
