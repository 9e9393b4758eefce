import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type Days, shareOf } from './days.ts';
import { allOf, type CountedList, counted, type Order, type Part } from './ordered-list.ts';
import { conditions, daysOf, environmentOf, equal } from './received-parts.ts';
import type { Narrowing } from './received-query.ts';
import { type Kind, sumOf, talliedKinds, talliedTotal } from './tally.ts';

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
  narrowing: Narrowing,
): Promise<CountedList> {
  const { kinds, issuer, accessKey, days } = narrowing;
  const of = (parts: Part[], total: number): CountedList => ({ table, order: newestNsuFirst, parts, total });
  const whole = allOf(environmentOf(environment), ...conditions(narrowing));
  if (kinds?.length === 0) return of([], 0);
  if (issuer !== undefined || accessKey !== undefined) return of([whole], await counted(em, table, whole));
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
  narrowing: Narrowing,
): Promise<{ parts: Part[]; total: number }> {
  const { days, kinds } = narrowing;
  const known = await talliedKinds(em, table, { environment });
  const wanted = kinds === null ? known : known.filter(isOneOf(kinds));
  const touched = monthsOf(known, days);
  const months = monthsOf(wanted, days).map(({ month, isPart, rows }) => {
    const within = conditions({ ...narrowing, days: isPart ? days : {} });
    return { isPart, rows, part: allOf(environmentOf(environment), ...equal('emission_month', month), ...within) };
  });
  let total = 0;
  for (const { isPart, rows, part } of months) total += isPart ? await counted(em, table, part) : rows;
  const isRare = sumOf(wanted) * farFewer < sumOf(touched);
  const parts = isRare
    ? runsOf(environment, wanted).map((run) => allOf(run, ...daysOf(days)))
    : months.map(({ part }) => part);
  return { parts, total };
}

/** The months with any of the counted rows that the days touch, whether in part alone, and how many rows a month has. */
function monthsOf(counts: Kind[], days: Days): { month: string; isPart: boolean; rows: number }[] {
  const months = Map.groupBy(counts, ({ facets }) => String(facets.emission_month));
  return [...months].flatMap(([month, kinds]) => {
    const share = shareOf(month, days);
    return share === 'NONE' ? [] : [{ month, isPart: share === 'PART', rows: sumOf(kinds) }];
  });
}

/** A run of the index for each kind. */
function runsOf(environment: Environment, counts: Kind[]): Part[] {
  const kinds = new Set(counts.map(({ facets }) => String(facets.kind)));
  return [...kinds].map((kind) => allOf(environmentOf(environment), ...equal('kind', kind)));
}

function isOneOf(kinds: string[]): (count: Kind) => boolean {
  const wanted = new Set(kinds);
  return ({ facets }) => wanted.has(String(facets.kind));
}
