import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import { Document, type DocumentStatus } from '../../domain/documents/document.entity.ts';
import { counted, type CountedList, idsOfPage, inOrderOf, newestFirst } from './ordered-list.ts';
import { type Page, windowOf } from './page.ts';
import { talliedKinds } from './tally.ts';

/** What a list of documents may be narrowed to. */
export type DocumentQuery = {
  environment?: Environment | 'ALL';
  status?: DocumentStatus;
  type?: DocumentType;
  /** Id of the sale in the caller's system. */
  externalId?: string;
};

/** One page of the company's documents, newest first, and exactly how many match. `em` sees one company (`inCompany`). */
export async function findDocuments(
  em: EntityManager,
  query: DocumentQuery,
  page: Page,
): Promise<{ documents: Document[]; total: number }> {
  const list = await documentList(em, query);
  const ids = await idsOfPage(em, list, windowOf(page));
  const documents = ids.length === 0 ? [] : await em.find(Document, { id: { $in: ids } });
  return { documents: inOrderOf(ids, documents), total: list.total };
}

/**
 * The list of the documents that a query asks for. Unfiltered, an environment is one part. Otherwise each kind is one, so that the page of
 * a rare kind is not searched among the frequent ones.
 */
export async function documentList(
  em: EntityManager,
  { environment = 'PRODUCTION', status, type, externalId }: DocumentQuery,
): Promise<CountedList> {
  const asked = { environment: environment === 'ALL' ? undefined : environment, status, type };
  if (externalId !== undefined) return listOfSale(em, { ...asked, external_id: externalId });
  const kinds = await talliedKinds(em, 'document', asked);
  const isFiltered = status !== undefined || type !== undefined;
  const environments = new Set(kinds.map(({ facets }) => facets.environment));
  const parts = isFiltered
    ? kinds.map(({ facets }) => ({
        where: 'environment = ? and status = ? and type = ?',
        values: [facets.environment, facets.status, facets.type],
      }))
    : [...environments].map((environment) => ({ where: 'environment = ?', values: [environment] }));
  return { table: 'document', order: newestFirst, parts, total: kinds.reduce((sum, { rows }) => sum + rows, 0) };
}

/** The few documents of one sale, which an index of their own holds. */
async function listOfSale(em: EntityManager, columns: Record<string, string | undefined>): Promise<CountedList> {
  const asked = Object.entries(columns).filter(([, value]) => value !== undefined);
  const part = {
    where: asked.map(([column]) => `${column} = ?`).join(' and '),
    values: asked.map(([, value]) => value),
  };
  return { table: 'document', order: newestFirst, parts: [part], total: await counted(em, 'document', part) };
}
