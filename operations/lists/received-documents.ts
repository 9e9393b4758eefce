import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { instantsOf } from './days.ts';
import { idsOfPage, inOrderOf, type RowRange } from './ordered-list.ts';
import { type Page, rowRangeOf } from './page.ts';
import { receivedList } from './received-list.ts';
import { type ReceivedNarrowing, narrowingOf, type ReceivedQuery } from './received-query.ts';
import { searchedPage } from './search.ts';

/**
 * One page of the documents that a company received in an environment, the newest NSU first, and exactly how many match. `em` sees one company
 * (`inCompany`).
 *
 * @throws DomainError `validation_error` as `narrowingOf`
 */
export async function findReceivedDocuments(
  em: EntityManager,
  environment: Environment,
  query: ReceivedQuery,
  page: Page,
): Promise<{ documents: ReceivedDocument[]; total: number }> {
  const { ids, total } = await pageOfIds(em, environment, narrowingOf(query), rowRangeOf(page));
  const documents = ids.length === 0 ? [] : await em.find(ReceivedDocument, { id: { $in: ids } });
  return { documents: inOrderOf(ids, documents), total };
}

async function pageOfIds(
  em: EntityManager,
  environment: Environment,
  narrowing: ReceivedNarrowing,
  range: RowRange,
): Promise<{ ids: string[]; total: number }> {
  const { kinds, issuer, accessKey, days, pattern } = narrowing;
  if (pattern === null) {
    const list = await receivedList(em, environment, narrowing);
    return { ids: await idsOfPage(em, list, range), total: list.total };
  }
  const { from, before } = instantsOf(days);
  const others = [issuer ?? null, accessKey ?? null, from, before];
  const wanted = kinds && `{${kinds.map((kind) => `"${kind}"`).join()}}`;
  return searchedPage(em, 'received_document', pattern, range, [environment, wanted, ...others]);
}
