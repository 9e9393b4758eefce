import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { shareOf } from './days.ts';
import { allOf, type CountedList, counted, type Order, type Part } from './ordered-list.ts';
import {
  conditions,
  daysOf,
  environmentOf,
  isEveryType,
  isOf,
  kindColumns,
  kindsOf,
  partsOf,
} from './received-parts.ts';
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
  const { types, manifestation, pending, issuer, accessKey } = narrowing;
  const of = (parts: Part[], total: number): CountedList => ({ table, order: newestNsuFirst, parts, total });
  if (types.length === 0) return of([], 0);
  const whole = allOf(environmentOf(environment), ...conditions(narrowing));
  if (issuer !== undefined || accessKey !== undefined) return of([whole], await counted(em, table, whole));
  const known = { environment, manifestation, pending };
  if (narrowing.days.from !== undefined || narrowing.days.to !== undefined) {
    const { parts, total } = await inDays(em, environment, narrowing);
    return of(parts, total);
  }
  if (isEveryType(types) && manifestation === undefined && pending === undefined) {
    return of([whole], await talliedTotal(em, table, known));
  }
  const kinds = (await talliedKinds(em, table, known, kindColumns)).filter(({ facets }) => isOf(facets, narrowing));
  return of(partsOf(environment, kinds), sumOf(kinds));
}

/** So many times fewer must the rows of the wanted kinds be than those of the months, to be walked in their place. */
const farFewer = 4;

/** A list that is limited to some days: the months they touch, or where these hold much else, the wanted kinds. */
async function inDays(
  em: EntityManager,
  environment: Environment,
  narrowing: Narrowing,
): Promise<{ parts: Part[]; total: number }> {
  const { days } = narrowing;
  const everything = await talliedKinds(em, table, { environment });
  const touched = everything.filter(({ facets }) => shareOf(String(facets.emission_month), days) !== 'NONE');
  const wanted = touched.filter(({ facets }) => isOf(facets, narrowing));
  const isCut = ({ facets }: Kind): boolean => shareOf(String(facets.emission_month), days) === 'PART';
  const months = [...Map.groupBy(wanted, ({ facets }) => String(facets.emission_month))].map(([month, kinds]) => {
    const isPart = kinds.some(isCut);
    const facets = conditions({ ...narrowing, days: isPart ? days : {} });
    const part = allOf(environmentOf(environment), { where: 'emission_month = ?', values: [month] }, ...facets);
    return { isPart, rows: sumOf(kinds), part };
  });
  let total = 0;
  for (const { isPart, rows, part } of months) total += isPart ? await counted(em, table, part) : rows;
  const sameKinds = everything.filter(({ facets }) => isOf(facets, narrowing));
  const isRare = sumOf(sameKinds) * farFewer < sumOf(touched);
  const parts = isRare
    ? partsOf(environment, kindsOf(sameKinds)).map((part) => allOf(part, ...daysOf(days)))
    : months.map(({ part }) => part);
  return { parts, total };
}
