import type { EntityManager } from '../../config/orm.ts';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { contingenciesOf, type Contingency } from '../contingency/of-documents.ts';
import { instantsOf } from './days.ts';
import { documentKinds, documentList, documentMilestones } from './document-list.ts';
import { type DocumentNarrowing, documentNarrowing, type DocumentQuery } from './document-query.ts';
import { type CountedList, idsOfPage, inOrderOf, newestFirst, type RowRange } from './ordered-list.ts';
import { type Page, rowRangeOf } from './page.ts';
import { searchedPage } from './search.ts';

/** Documents, and by document id what belongs to those that were issued in contingency. */
export type ListedDocuments = { documents: Document[]; contingencies: ReadonlyMap<string, Contingency> };

/** The documents of one page, and exactly how many match: in the environments that were asked for, and in the other one. */
export type MatchingDocuments = ListedDocuments & { total: number; inOtherEnvironment: number };

/**
 * One page of the company's documents, newest first. `em` sees one company (`inCompany`).
 *
 * @throws DomainError `validation_error` as `documentNarrowing`
 */
export async function findDocuments(em: EntityManager, query: DocumentQuery, page: Page): Promise<MatchingDocuments> {
  const { ids, ...totals } = await pageOfIds(em, query, rowRangeOf(page));
  return { ...(await documentsInOrder(em, ids)), ...totals };
}

/** The documents with these ids, in their order. `em` sees one company (`inCompany`). */
export async function documentsInOrder(em: EntityManager, ids: string[]): Promise<ListedDocuments> {
  const documents = ids.length === 0 ? [] : await em.find(Document, { id: { $in: ids } });
  return { documents: inOrderOf(ids, documents), contingencies: await contingenciesOf(em, documents) };
}

/** Ids of some rows of the list for a query, newest first, and how many rows the list has. @throws as `findDocuments` */
export async function pageOfIds(
  em: EntityManager,
  query: DocumentQuery,
  range: RowRange,
): Promise<{ ids: string[]; total: number; inOtherEnvironment: number }> {
  const narrowing = documentNarrowing(query);
  if (narrowing.pattern !== null) {
    const { pattern } = narrowing;
    return searchedDocuments(em, environmentsOf(query), { ...narrowing, pattern }, range);
  }
  const { list, inOtherEnvironment } = await documentsOf(em, environmentsOf(query), narrowing);
  return { ids: await idsOfPage(em, list, range), total: list.total, inOtherEnvironment };
}

/** The list for a query without a search, and how many documents match in the other environment. */
export async function documentsOf(
  em: EntityManager,
  asked: readonly Environment[],
  narrowing: DocumentNarrowing,
): Promise<{ list: CountedList; inOtherEnvironment: number }> {
  const kinds = await documentKinds(em, narrowing);
  const milestones = () => documentMilestones(em, asked, narrowing);
  const list: CountedList = { table: 'document', order: newestFirst, parts: [], total: 0, milestones };
  let inOtherEnvironment = 0;
  for (const environment of environments) {
    const { parts, total } = await documentList(em, environment, narrowing, kinds);
    if (asked.includes(environment)) {
      list.parts.push(...parts);
      list.total += total;
    } else {
      inOtherEnvironment += total;
    }
  }
  return { list, inOtherEnvironment };
}

/** The environments of a list: production, unless the query says otherwise. */
export function environmentsOf({ environment = 'PRODUCTION' }: DocumentQuery): readonly Environment[] {
  return environment === 'ALL' ? environments : [environment];
}

type PatternSearch = DocumentNarrowing & { pattern: string };

/** Ids of one page of what a search finds, newest first, and how many match; each environment is searched by itself. */
async function searchedDocuments(
  em: EntityManager,
  asked: readonly Environment[],
  narrowing: PatternSearch,
  range: RowRange,
): Promise<{ ids: string[]; total: number; inOtherEnvironment: number }> {
  const isOne = asked.length === 1;
  // A page of both environments may lie in either of them: the beginnings of both lists are merged.
  const read = isOne ? range : { limit: beginningOf(range), offset: 0 };
  const ids: string[] = [];
  let [total, inOtherEnvironment] = [0, 0];
  for (const environment of environments) {
    if (asked.includes(environment)) {
      const found = await searchedIn(em, environment, narrowing, read);
      ids.push(...found.ids);
      total += found.total;
    } else {
      inOtherEnvironment = (await searchedIn(em, environment, narrowing, { limit: 0, offset: 0 })).total;
    }
  }
  const merged = isOne
    ? ids
    : ids
        .toSorted()
        .reverse()
        .slice(range.offset, range.offset + range.limit);
  return { ids: merged, total, inOtherEnvironment };
}

/** The largest `int` of PostgreSQL. */
const most = 2_147_483_647;

function beginningOf({ limit, offset }: RowRange): number {
  return Math.min(limit + offset, most);
}

function searchedIn(
  em: EntityManager,
  environment: Environment,
  narrowing: PatternSearch,
  range: RowRange,
): Promise<{ ids: string[]; total: number }> {
  const { status, type, externalId, accessKey, number, series, clientId, days, updatedFrom, waiting } = narrowing;
  const { from, before } = instantsOf(days);
  const asked = [
    ...[status, type, externalId, accessKey, number, series, clientId, from, before, updatedFrom, waiting],
    narrowing.contingency,
  ];
  return searchedPage(em, 'document', narrowing.pattern, range, [environment, ...asked.map((value) => value ?? null)]);
}
