import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { DocumentStatus } from '../../domain/documents/status.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import { idsFromNearerEnd, type SqlList } from './nearer-end.ts';
import { type Page, pageOf, windowOf } from './page.ts';

/** What a list of documents may be narrowed to. */
export type DocumentQuery = Partial<Page> & {
  environment?: Environment | 'ALL';
  status?: DocumentStatus;
  type?: DocumentType;
};

/** Documents of one company that have all of these in common, and how many they are. */
type Kind = { environment: Environment; status: DocumentStatus; type: DocumentType; rows: number };

/** One page of the company's documents, newest first, and exactly how many match. `em` sees one company (`inCompany`). */
export async function findDocuments(
  em: EntityManager,
  query: DocumentQuery,
): Promise<{ documents: Document[]; total: number }> {
  const list = await documentList(em, query);
  const ids = await idsFromNearerEnd(em, list, windowOf(pageOf(query)));
  const documents = ids.length === 0 ? [] : await em.find(Document, { id: { $in: ids } }, { orderBy: { id: 'desc' } });
  return { documents, total: list.total };
}

/**
 * The documents a query asks for. Unfiltered, an environment is one part. Otherwise each kind is, so that the page of a rare one is not
 * looked for among the frequent ones.
 */
export async function documentList(em: EntityManager, query: DocumentQuery): Promise<SqlList> {
  const kinds = await kindsOf(em, query);
  const isFiltered = query.status !== undefined || query.type !== undefined;
  const environments = new Set(kinds.map(({ environment }) => environment));
  const parts = isFiltered
    ? kinds.map(({ environment, status, type }) => ({
        where: 'environment = ? and status = ? and type = ?',
        values: [environment, status, type],
      }))
    : [...environments].map((environment) => ({ where: 'environment = ?', values: [environment] }));
  return { table: 'document', parts, total: kinds.reduce((sum, { rows }) => sum + rows, 0) };
}

/** The kinds that a query asks for and that there are, from the counts that the database keeps. */
function kindsOf(em: EntityManager, { environment = 'PRODUCTION', status, type }: DocumentQuery): Promise<Kind[]> {
  const facets = { environment: environment === 'ALL' ? undefined : environment, status, type };
  return em.execute<Kind[]>(
    `select facets->>'environment' as environment, facets->>'status' as status, facets->>'type' as type, sum(rows)::int as rows
     from tally where table_name = 'document' and facets @> ?::jsonb group by facets having sum(rows) > 0`,
    [JSON.stringify(facets)],
  );
}
