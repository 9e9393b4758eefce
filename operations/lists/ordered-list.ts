import type { EntityManager } from '../../config/orm.ts';

/** The columns that order a list, the most significant first. None may be null, and together they are unique. */
export type SortOrder = Readonly<Record<string, 'asc' | 'desc'>>;

/** Some rows of a table: a condition, and the values of its placeholders. */
export type RowCondition = { where: string; values: unknown[] };

/** A list as SQL: the rows of all its parts, in one order. No row is in two parts, and an index has each part in that order. */
export type OrderedList = { table: string; order: SortOrder; parts: RowCondition[] };

/** A place inside a list to which an index leads, and how many rows come before it. */
export type Milestone = { position: number; before: RowCondition; behind: RowCondition };

/** A list with a known number of rows. Its milestones are only read for a page that is far from both ends. */
export type CountedList = OrderedList & { total: number; milestones?: () => Promise<Milestone[]> };

/** Which rows of a list are read, counted from its beginning. */
export type RowRange = { limit: number; offset: number };

/** The order of ids that are UUIDs of version 7: the newest row comes first. */
export const newestFirst: SortOrder = { id: 'desc' };

/** Rows that were read by their ids, put into the order of the ids. */
export function inOrderOf<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The rows that fulfil all of these conditions. */
export function rowsMatchingAll(...parts: RowCondition[]): RowCondition {
  return { where: parts.map(({ where }) => where).join(' and '), values: parts.flatMap(({ values }) => values) };
}

/** Exactly how many rows a part has, where no count of them is kept; an index has to hold every column of the condition. */
export async function countRows(em: EntityManager, table: string, { where, values }: RowCondition): Promise<number> {
  const [row] = await em.execute<{ rows: number }[]>(
    `select count(*)::int as rows from ${table} where ${where}`,
    values,
  );
  return row?.rows ?? 0;
}

/** Up to this many rows are walked over before milestones are read. */
const nearby = 5000;

/** Ids of one page in the list's order. `em` sees one company (`inCompany`). */
export async function idsOfPage(em: EntityManager, list: CountedList, range: RowRange): Promise<string[]> {
  if (range.offset >= list.total) return [];
  const isFar = Math.min(range.offset, list.total - range.offset - range.limit) > nearby;
  const milestones = isFar && list.milestones ? await list.milestones() : [];
  const { sql, values, isReversed } = pageQuery(list, range, milestones);
  const ids = (await em.execute<{ id: string }[]>(sql, values)).map(({ id }) => id);
  return isReversed ? ids.reverse() : ids;
}

const everything: RowCondition = { where: 'true', values: [] };

/**
 * The query of a page that begins inside the list. PostgreSQL has to walk an index to the beginning of a page, so it walks from the nearest known
 * place: an end of the list or a milestone, in either direction. With `isReversed` it walks against the order, and the page comes last row first.
 */
export function pageQuery(
  { table, order, parts, total }: CountedList,
  { limit, offset }: RowRange,
  milestones: Milestone[] = [],
): { sql: string; values: unknown[]; isReversed: boolean } {
  const wanted = Math.min(limit, total - offset);
  const end = offset + wanted;
  const forwards = [
    { skipped: offset, rest: everything },
    ...milestones.map(({ position, behind }) => ({ skipped: offset - position, rest: behind })),
  ];
  const backwards = [
    { skipped: total - end, rest: everything },
    ...milestones.map(({ position, before }) => ({ skipped: position - end, rest: before })),
  ];
  const [ahead, back] = [nearest(forwards), nearest(backwards)];
  const isReversed = back.skipped < ahead.skipped;
  const { skipped, rest } = isReversed ? back : ahead;
  const walked = isReversed ? reversed(order) : order;
  const reached = rest === everything ? parts : parts.map((part) => rowsMatchingAll(part, rest));
  const { sql, values } = merged({ table, order: walked, parts: reached }, skipped + wanted);
  return {
    sql: `select id from (${sql}) part order by ${clause(walked)} limit ? offset ?`,
    values: [...values, wanted, skipped],
    isReversed,
  };
}

/** Of several places where a walk can begin, the one with the fewest rows to the page. */
function nearest<Place extends { skipped: number }>(places: Place[]): Place {
  return places
    .filter(({ skipped }) => skipped >= 0)
    .reduce((best, each) => (each.skipped < best.skipped ? each : best));
}

/** A row that a walk has reached, and the cursor after which it goes on. */
export type WalkStep = { id: string; cursor: string[] };

/** The next rows after a cursor, or the first rows without one: rows that were read are never counted or read again. */
export async function rowsAfter(
  em: EntityManager,
  { table, order, parts }: OrderedList,
  { cursor, limit }: { cursor?: string[]; limit: number },
): Promise<WalkStep[]> {
  const behind = cursor ? after(order, cursor) : everything;
  const rest = parts.map(({ where, values }) => ({
    where: `(${where}) and ${behind.where}`,
    values: [...values, ...behind.values],
  }));
  const { sql, values } = merged({ table, order, parts: rest }, limit);
  // As text, because a JavaScript date would lose the microseconds, and so skip rows.
  const texts = Object.keys(order).map((column) => `${column}::text`);
  return em.execute<WalkStep[]>(
    `select id, array[${texts.join(', ')}] as cursor from (${sql}) part order by ${clause(order)} limit ?`,
    [...values, limit],
  );
}

/** The first rows of every part, each part ordered and limited by itself, so that they are merged as they are read and never sorted. */
function merged({ table, order, parts }: OrderedList, limit: number): { sql: string; values: unknown[] } {
  const columns = [...new Set(['id', ...Object.keys(order)])].join(', ');
  const each = parts.map(
    ({ where }) => `(select ${columns} from ${table} where ${where} order by ${clause(order)} limit ?)`,
  );
  return { sql: each.join(' union all '), values: parts.flatMap(({ values }) => [...values, limit]) };
}

/** The condition for the rows that follow, in an order, the row with these values. */
function after(order: SortOrder, cursor: string[]): RowCondition {
  const columns = Object.keys(order);
  const beyond = Object.values(order).map((direction) => (direction === 'asc' ? '>' : '<'));
  if (new Set(beyond).size === 1) {
    return { where: `(${columns.join(', ')}) ${beyond[0]} (${cursor.map(() => '?').join(', ')})`, values: cursor };
  }
  // SQL compares whole rows in one direction only. For mixed directions there is a case for each column: equal in the columns before it, beyond
  // in this one. The first condition lets the index begin there.
  const cases = columns.map((column, at) =>
    [...columns.slice(0, at).map((equal) => `${equal} = ?`), `${column} ${beyond[at]} ?`].join(' and '),
  );
  return {
    where: `${columns[0]} ${beyond[0]}= ? and (${cases.join(' or ')})`,
    values: [...cursor.slice(0, 1), ...columns.flatMap((_, at) => cursor.slice(0, at + 1))],
  };
}

function clause(order: SortOrder): string {
  return Object.entries(order)
    .map(([column, direction]) => `${column} ${direction}`)
    .join(', ');
}

function reversed(order: SortOrder): SortOrder {
  return Object.fromEntries(
    Object.entries(order).map(([column, direction]) => [column, direction === 'asc' ? 'desc' : 'asc']),
  );
}
