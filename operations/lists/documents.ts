import type { EntityManager } from '../../config/orm.ts';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { contingenciesOf, type Contingency } from '../documents/contingencies.ts';
import { documentKinds, documentList } from './document-list.ts';
import { type DocumentNarrowing, documentNarrowing, type DocumentQuery } from './document-query.ts';
import { searchedDocuments } from './document-search.ts';
import { type CountedList, idsOfPage, inOrderOf, newestFirst, type Window } from './ordered-list.ts';
import { type Page, windowOf } from './page.ts';

/** Documents, with what belongs to those of them that were issued in contingency, by the document's id. */
export type ListedDocuments = { documents: Document[]; contingencies: ReadonlyMap<string, Contingency> };

/** Documents of one page, and exactly how many match: in the environments that were asked for, and in the one that was not. */
export type FoundDocuments = ListedDocuments & { total: number; inOtherEnvironment: number };

/**
 * One page of the company's documents, newest first. `em` sees one company (`inCompany`).
 *
 * @throws DomainError `validation_error` as `documentNarrowing`
 */
export async function findDocuments(em: EntityManager, query: DocumentQuery, page: Page): Promise<FoundDocuments> {
  const { ids, ...totals } = await pageOfIds(em, query, windowOf(page));
  return { ...(await documentsInOrder(em, ids)), ...totals };
}

/** The documents with these ids, in their order. `em` sees one company (`inCompany`). */
export async function documentsInOrder(em: EntityManager, ids: string[]): Promise<ListedDocuments> {
  const documents = ids.length === 0 ? [] : await em.find(Document, { id: { $in: ids } });
  return { documents: inOrderOf(ids, documents), contingencies: await contingenciesOf(em, documents) };
}

async function pageOfIds(
  em: EntityManager,
  query: DocumentQuery,
  window: Window,
): Promise<{ ids: string[]; total: number; inOtherEnvironment: number }> {
  const narrowing = documentNarrowing(query);
  if (narrowing.pattern !== null) {
    const { pattern } = narrowing;
    return searchedDocuments(em, environmentsOf(query), { ...narrowing, pattern }, window);
  }
  const { list, inOtherEnvironment } = await documentsOf(em, environmentsOf(query), narrowing);
  return { ids: await idsOfPage(em, list, window), total: list.total, inOtherEnvironment };
}

/** The list that a query without a search asks for, and how long the other environment's is. */
export async function documentsOf(
  em: EntityManager,
  asked: readonly Environment[],
  narrowing: DocumentNarrowing,
): Promise<{ list: CountedList; inOtherEnvironment: number }> {
  const kinds = await documentKinds(em, narrowing);
  const list: CountedList = { table: 'document', order: newestFirst, parts: [], total: 0 };
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

/** Production, unless something else is asked for. */
export function environmentsOf({ environment = 'PRODUCTION' }: DocumentQuery): readonly Environment[] {
  return environment === 'ALL' ? environments : [environment];
}
