import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { isReportedIn } from '../../domain/conversation/wait-with-remedy.ts';
import { coverageOf, type Days, instantsOf } from './days.ts';
import type { DocumentNarrowing } from './document-query.ts';
import {
  rowsMatchingAll,
  type CountedList,
  countRows,
  type Milestone,
  newestFirst,
  type RowCondition,
} from './ordered-list.ts';
import { type FacetGroup, sumOf, talliedKinds } from './tally.ts';

const table = 'document';

/** How many documents each environment, status and type has, from the counts of the database; by months, too, where days are asked for. */
export function documentKinds(em: EntityManager, { days }: Pick<DocumentNarrowing, 'days'>): Promise<FacetGroup[]> {
  const by = ['environment', 'status', 'type'];
  return talliedKinds(em, table, {}, isLimited(days) ? [...by, 'issue_month'] : by);
}

/**
 * The list of an environment's documents for a query without a search. Unfiltered it has one part; otherwise each status and type is a part, so
 * that a page of a rare one is not searched among the frequent ones. What the database counts already is not counted again.
 *
 * @param kinds from `documentKinds`
 */
export async function documentList(
  em: EntityManager,
  environment: Environment,
  narrowing: DocumentNarrowing,
  kinds: FacetGroup[],
): Promise<CountedList> {
  const { waiting, ...others } = narrowing;
  if (waiting === false) return withoutWaiting(em, environment, narrowing, kinds);
  const ofEnvironment = { where: 'environment = ?', values: [environment] };
  if (waiting === true || hasOwnIndex(narrowing)) {
    const part = rowsMatchingAll(ofEnvironment, ...documentConditions(others), ...(waiting ? [isWaiting()] : []));
    return listOf([part], await countRows(em, table, part));
  }
  const known = kinds.filter(({ facets }) => facets.environment === environment);
  const wanted = known.filter(isAsked(narrowing));
  if (isLimited(narrowing.days)) return listInDays(em, ofEnvironment, narrowing, { known, wanted });
  const isWhole = narrowing.status === undefined && narrowing.type === undefined;
  const parts = isWhole && known.length > 0 ? [ofEnvironment] : runsOf(ofEnvironment, wanted);
  return listOf(parts, sumOf(wanted));
}

/**
 * Where the months of the list begin, by when the documents were created, which their ids tell. None where an index or a search finds what is asked
 * for, or where the days cut a month: there are no counts for a part of a month.
 */
export async function documentMilestones(
  em: EntityManager,
  environments: readonly Environment[],
  narrowing: DocumentNarrowing,
): Promise<Milestone[]> {
  const { waiting, days, status, type } = narrowing;
  if (waiting !== undefined || hasOwnIndex(narrowing)) return [];
  const by = ['environment', 'status', 'type', 'made_month', ...(isLimited(days) ? ['issue_month'] : [])];
  const kinds = await talliedKinds(em, table, { status, type }, by);
  const listed = kinds.filter(
    ({ facets }) =>
      environments.some((environment) => environment === facets.environment) &&
      (!isLimited(days) || coverageOf(String(facets.issue_month), days) !== 'NONE'),
  );
  const isCut = isLimited(days) && listed.some(({ facets }) => coverageOf(String(facets.issue_month), days) === 'PART');
  if (isCut || listed.some(({ facets }) => facets.made_month === null)) return [];
  const months = Map.groupBy(listed, ({ facets }) => String(facets.made_month));
  let position = 0;
  return [...months]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([month, rows]) => {
      position += sumOf(rows);
      return { position, ...splitAt(firstIdOf(month)) };
    });
}

function splitAt(id: string): Pick<Milestone, 'before' | 'behind'> {
  return { before: { where: 'id >= ?', values: [id] }, behind: { where: 'id < ?', values: [id] } };
}

/** The smallest UUID of version 7 of a month in UTC (RFC 9562, 5.7: its first 48 bits are milliseconds). @param month its first day */
function firstIdOf(month: string): string {
  const moment = Date.parse(`${month}T00:00:00Z`).toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-0000-0000-000000000000`;
}

/** The list without documents that wait. Those are few, so that they are counted, and the others are the rest. */
async function withoutWaiting(
  em: EntityManager,
  environment: Environment,
  { waiting: _, ...narrowing }: DocumentNarrowing,
  kinds: FacetGroup[],
): Promise<CountedList> {
  const all = await documentList(em, environment, { ...narrowing, waiting: undefined }, kinds);
  const waiting = await documentList(em, environment, { ...narrowing, waiting: true }, kinds);
  return listOf(
    all.parts.map((part) => rowsMatchingAll(part, isMoving())),
    all.total - waiting.total,
  );
}

/** How many times fewer the rows of the wanted kinds must be than those of the months, for their index to be read in place of the months'. */
const farFewer = 4;

/** A list restricted to days: the months that the days touch or, where these have far more other rows, the wanted kinds. */
async function listInDays(
  em: EntityManager,
  environment: RowCondition,
  narrowing: DocumentNarrowing,
  { known, wanted }: { known: FacetGroup[]; wanted: FacetGroup[] },
): Promise<CountedList> {
  const { days } = narrowing;
  const months = monthsOf(wanted, days).map(({ month, isPart, rows }) => {
    const ofMonth = { where: 'issue_month = ?', values: [month] };
    const within = documentConditions({ ...narrowing, days: isPart ? days : {} });
    return { isPart, rows, part: rowsMatchingAll(environment, ofMonth, ...within) };
  });
  let total = 0;
  for (const { isPart, rows, part } of months) total += isPart ? await countRows(em, table, part) : rows;
  const isRare = sumOf(wanted) * farFewer < sumOf(monthsOf(known, days));
  const parts = isRare
    ? runsOf(environment, wanted).map((run) => rowsMatchingAll(run, ...daysOfIssue(days)))
    : months.map(({ part }) => part);
  return listOf(parts, total);
}

/** The months that the days touch and that have counted rows; `isPart` where the days cover a part of one. */
function monthsOf(kinds: FacetGroup[], days: Days): { month: string; isPart: boolean; rows: number }[] {
  const months = Map.groupBy(kinds, ({ facets }) => String(facets.issue_month));
  return [...months].flatMap(([month, ofMonth]) => {
    const share = coverageOf(month, days);
    return share === 'NONE' ? [] : [{ month, isPart: share === 'PART', rows: sumOf(ofMonth) }];
  });
}

/** A part for each status and type, which lies together in the index. */
function runsOf(environment: RowCondition, kinds: FacetGroup[]): RowCondition[] {
  const runs = Map.groupBy(kinds, ({ facets: { status, type } }) => `${String(status)} ${String(type)}`);
  return [...runs.keys()].map((run) =>
    rowsMatchingAll(environment, { where: 'status = ? and type = ?', values: run.split(' ') }),
  );
}

function isAsked({ status, type }: DocumentNarrowing): (kind: FacetGroup) => boolean {
  return ({ facets }) =>
    (status === undefined || facets.status === status) && (type === undefined || facets.type === type);
}

function isLimited({ from, to }: Days): boolean {
  return from !== undefined || to !== undefined;
}

function listOf(parts: RowCondition[], total: number): CountedList {
  return { table, order: newestFirst, parts, total };
}

/** Documents that something keeps from going on now, for long enough to be shown as waiting. */
function isWaiting(): RowCondition {
  return { where: isReportedIn('document'), values: [new Date().toISOString()] };
}

/** All other documents. A document without a kind of wait has no time since when it waits, so that the negation would give null. */
function isMoving(): RowCondition {
  const { where, values } = isWaiting();
  return { where: `not coalesce(${where}, false)`, values };
}

type Conditions = Omit<DocumentNarrowing, 'pattern' | 'waiting'>;

/** The conditions of a query, without search and waiting. */
function documentConditions(narrowing: Conditions): RowCondition[] {
  return [
    ...equal('status', narrowing.status),
    ...equal('type', narrowing.type),
    ...equal('external_id', narrowing.externalId),
    ...equal('access_key', narrowing.accessKey),
    ...equal('number', narrowing.number),
    ...equal('series', narrowing.series),
    ...equal('client_id', narrowing.clientId),
    ...equal('contingency_mode', narrowing.contingency),
    ...daysOfIssue(narrowing.days),
    ...(narrowing.updatedFrom === undefined ? [] : [changedFrom(narrowing.updatedFrom)]),
  ];
}

/** Whether a query has a condition with an index of its own, for which there are no counts: then that index is counted. */
function hasOwnIndex(narrowing: Conditions): boolean {
  const { externalId, accessKey, number, series, clientId, contingency, updatedFrom } = narrowing;
  const indexed = [externalId, accessKey, number, series, clientId, contingency, updatedFrom];
  return indexed.some((value) => value !== undefined);
}

/** The condition for documents that were issued on these days. */
function daysOfIssue(days: Days): RowCondition[] {
  const { from, before } = instantsOf(days);
  return [
    ...(from === null ? [] : [{ where: 'issue_date_time >= ?::timestamptz', values: [from] }]),
    ...(before === null ? [] : [{ where: 'issue_date_time < ?::timestamptz', values: [before] }]),
  ];
}

function changedFrom(moment: string): RowCondition {
  return { where: 'updated_at >= ?::timestamptz', values: [moment] };
}

function equal(column: string, value: string | number | undefined): RowCondition[] {
  return value === undefined ? [] : [{ where: `${column} = ?`, values: [value] }];
}
