import type { EntityManager } from '../../config/orm.ts';

/** The columns that a list is ordered by, the first deciding first. None may be null, and together they tell every row from every other. */
export type Order = Readonly<Record<string, 'asc' | 'desc'>>;

/** Some rows of a table: a condition, and the values of its placeholders. */
export type Part = { where: string; values: unknown[] };

/** A list as SQL: the rows of all its parts, in one order. Parts share no row, and an index holds each of them in that order. */
export type OrderedList = { table: string; order: Order; parts: Part[] };

/** A list of which it is known how many rows it has. */
export type CountedList = OrderedList & { total: number };

/** Which rows of a list, from its beginning. */
export type Window = { limit: number; offset: number };

/** The order of ids that are UUIDs of version 7: what was made last comes first. */
export const newestFirst: Order = { id: 'desc' };

/** Rows that were found by their ids, in the order of these. */
export function inOrderOf<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Ids of one page in the list's order. `em` sees one company (`inCompany`). */
export async function idsOfPage(em: EntityManager, list: CountedList, window: Window): Promise<string[]> {
  if (window.offset >= list.total) return [];
  const { sql, values, isReversed } = pageQuery(list, window);
  const ids = (await em.execute<{ id: string }[]>(sql, values)).map(({ id }) => id);
  return isReversed ? ids.reverse() : ids;
}

/**
 * The query of a page that begins inside the list. An index must be walked to where a page begins, so it is walked from the end that is
 * nearer; `isReversed` when that is the last row's, and the page comes last row first.
 */
export function pageQuery(
  { table, order, parts, total }: CountedList,
  { limit, offset }: Window,
): { sql: string; values: unknown[]; isReversed: boolean } {
  const wanted = Math.min(limit, total - offset);
  const behind = total - offset - wanted;
  const isReversed = behind < offset;
  const skipped = isReversed ? behind : offset;
  const walked = isReversed ? reversed(order) : order;
  const { sql, values } = merged({ table, order: walked, parts }, skipped + wanted);
  return {
    sql: `select id from (${sql}) part order by ${clause(walked)} limit ? offset ?`,
    values: [...values, wanted, skipped],
    isReversed,
  };
}

/** A row met by a walk, and the place in the list from which the walk goes on behind it. */
export type Step = { id: string; cursor: string[] };

/** The next rows behind a cursor, from the first row on without one: what was read is never counted or read again. */
export async function rowsAfter(
  em: EntityManager,
  { table, order, parts }: OrderedList,
  { cursor, limit }: { cursor?: string[]; limit: number },
): Promise<Step[]> {
  const behind = cursor ? after(order, cursor) : { where: 'true', values: [] };
  const rest = parts.map(({ where, values }) => ({
    where: `(${where}) and ${behind.where}`,
    values: [...values, ...behind.values],
  }));
  const { sql, values } = merged({ table, order, parts: rest }, limit);
  // As text: a date of JavaScript would lose the microseconds, and with them rows.
  const texts = Object.keys(order).map((column) => `${column}::text`);
  return em.execute<Step[]>(
    `select id, array[${texts.join(', ')}] as cursor from (${sql}) part order by ${clause(order)} limit ?`,
    [...values, limit],
  );
}

/** The first rows of every part, each ordered and limited by itself, so that they are merged as they are read and never sorted. */
function merged({ table, order, parts }: OrderedList, limit: number): { sql: string; values: unknown[] } {
  const columns = [...new Set(['id', ...Object.keys(order)])].join(', ');
  const each = parts.map(
    ({ where }) => `(select ${columns} from ${table} where ${where} order by ${clause(order)} limit ?)`,
  );
  return { sql: each.join(' union all '), values: parts.flatMap(({ values }) => [...values, limit]) };
}

/** The rows that an order puts behind one with these values. */
function after(order: Order, cursor: string[]): Part {
  const columns = Object.keys(order);
  const beyond = Object.values(order).map((direction) => (direction === 'asc' ? '>' : '<'));
  if (new Set(beyond).size === 1) {
    return { where: `(${columns.join(', ')}) ${beyond[0]} (${cursor.map(() => '?').join(', ')})`, values: cursor };
  }
  // Rows are compared in one direction only. Otherwise: equal up to a column and beyond in it, for each; the index begins at the first.
  const cases = columns.map((column, at) =>
    [...columns.slice(0, at).map((equal) => `${equal} = ?`), `${column} ${beyond[at]} ?`].join(' and '),
  );
  return {
    where: `${columns[0]} ${beyond[0]}= ? and (${cases.join(' or ')})`,
    values: [...cursor.slice(0, 1), ...columns.flatMap((_, at) => cursor.slice(0, at + 1))],
  };
}

function clause(order: Order): string {
  return Object.entries(order)
    .map(([column, direction]) => `${column} ${direction}`)
    .join(', ');
}

function reversed(order: Order): Order {
  return Object.fromEntries(
    Object.entries(order).map(([column, direction]) => [column, direction === 'asc' ? 'desc' : 'asc']),
  );
}
