import type { EntityManager, Orm } from '../../config/orm.ts';
import { documentTypes } from '../../domain/document-types.ts';
import type { SyncPosition } from '../../domain/documents/sync-cursor.ts';
import { inCompany } from '../in-company.ts';
import type { DocumentQuery } from './document-query.ts';
import { documentsInOrder, environmentsOf, type ListedDocuments } from './documents.ts';
import { rowsMatchingAll, type SortOrder, type RowCondition, rowsAfter } from './ordered-list.ts';

/** The filters that a synchronization may have: fields that never change in a document, so that no document leaves it unnoticed. */
export type SyncQuery = Pick<DocumentQuery, 'environment' | 'type' | 'externalId'>;

/** Documents that changed, each in its present state, and the position where the next page begins. */
export type ChangedDocuments = ListedDocuments & {
  /** The ids of all that changed, in the order of the changes; an id without a document belongs to a removed one. */
  ids: string[];
  position: SyncPosition;
  hasMore: boolean;
};

/** How long the first request of a round numbers changes before it tells the caller to come again. */
const patienceMs = 2_000;

/**
 * The documents of a company that changed after a position; nothing that was committed before the call is missed. A round begins with what changed
 * since an instant, in the order of the changes. What changed after the round began follows, in the order of the numbers.
 */
export async function findChangedDocuments(
  orm: Orm,
  company: string,
  query: SyncQuery,
  from: SyncPosition,
  pageSize: number,
): Promise<ChangedDocuments> {
  const { last, isComplete } = await numberChanges(orm, company, from.kind === 'BEGINNING' ? patienceMs : 0);
  if (from.kind === 'BEGINNING' && !isComplete) {
    return { ids: [], documents: [], contingencies: new Map(), position: from, hasMore: true };
  }
  return inCompany(orm, company, async (em) => {
    const start = from.kind === 'BEGINNING' ? { ...from, kind: 'SINCE' as const, horizon: last } : from;
    const { position, hasMore, ...page } = await pageBehind(em, partsOf(query), start, pageSize);
    const ids = [...new Set(page.ids)];
    return { ids, ...(await documentsInOrder(em, ids)), position, hasMore: hasMore || !isComplete };
  });
}

type ChangesBehind = { ids: string[]; position: SyncPosition; hasMore: boolean };
type Since = { kind: 'SINCE'; since: number; horizon: string; after?: [string, string] };
type Start = Since | Extract<SyncPosition, { kind: 'CHANGES' }>;

function pageBehind(em: EntityManager, parts: RowCondition[], start: Start, limit: number): Promise<ChangesBehind> {
  return start.kind === 'SINCE' ? sinceThen(em, parts, start, limit) : numbered(em, parts, start.seq, limit);
}

/** Documents that changed since an instant and had their number when the round began; after the last of them, those numbered later. */
async function sinceThen(
  em: EntityManager,
  parts: RowCondition[],
  { since, horizon, after }: Since,
  limit: number,
): Promise<ChangesBehind> {
  const wanted = { where: 'seq <= ? and changed_at >= ?', values: [horizon, new Date(since).toISOString()] };
  const list = { table: changes, order: byMoment, parts: parts.map((part) => rowsMatchingAll(part, wanted)) };
  const rows = await rowsAfter(em, list, { ...(after && { cursor: after }), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const [moment, id] = page.at(-1)?.cursor ?? [];
  if (rows.length > limit && moment !== undefined && id !== undefined) {
    return { ids, position: { kind: 'SINCE', since, horizon, after: [moment, id] }, hasMore: true };
  }
  const later = await numbered(em, parts, horizon, limit - ids.length);
  return { ...later, ids: [...ids, ...later.ids] };
}

async function numbered(
  em: EntityManager,
  parts: RowCondition[],
  behind: string,
  limit: number,
): Promise<ChangesBehind> {
  const list = { table: changes, order: byNumber, parts };
  const rows = await rowsAfter(em, list, { cursor: [behind], limit: limit + 1 });
  const page = rows.slice(0, limit);
  const [seq = behind] = page.at(-1)?.cursor ?? [];
  return { ids: page.map(({ id }) => id), position: { kind: 'CHANGES', seq }, hasMore: rows.length > limit };
}

const changes = '(select document_id as id, environment, type, changed_at, seq from document_sync) change';
const byMoment: SortOrder = { changed_at: 'asc', id: 'asc' };
const byNumber: SortOrder = { seq: 'asc' };

/** Each pair of environment and type is one part, for which an index has both orders; also pairs that the company has no document of yet. */
function partsOf({ type, externalId, ...query }: SyncQuery): RowCondition[] {
  const types = type === undefined ? documentTypes : [type];
  const kinds = environmentsOf(query).flatMap((environment) =>
    types.map((type) => ({ where: 'environment = ? and type = ?', values: [environment, type] })),
  );
  if (externalId === undefined) return kinds;
  const ofSale = {
    where: `id in (select id from document where external_id = ? union all select document_id from document_sync where external_id = ?)`,
    values: [externalId, externalId],
  };
  return kinds.map((kind) => rowsMatchingAll(kind, ofSale));
}

/** The last number that a change of the company has, and whether every change that was committed before the call has one. */
type NumberedChanges = { last: string; isComplete: boolean };

/** How many changes one transaction numbers; whoever writes one of them may have to wait for it. */
const batch = 5_000;

/**
 * Numbers the documents of a company that changed since the last call, in transactions of their own: their locks end before anything is read.
 *
 * @param patienceMs for how long further transactions follow the first
 */
async function numberChanges(orm: Orm, company: string, patienceMs: number): Promise<NumberedChanges> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { last, numbered } = await inCompany(orm, company, numberBatch);
    if (numbered < batch) return { last, isComplete: true };
    if (Date.now() >= deadline) return { last, isComplete: false };
  }
}

async function numberBatch(em: EntityManager): Promise<{ last: string; numbered: number }> {
  const [row] = await em.execute<{ last: string; numbered: number }[]>(
    'select last::text, numbered from number_changed_documents(?)',
    [batch],
  );
  if (!row) throw new TypeError('number_changed_documents gives one row');
  return row;
}
