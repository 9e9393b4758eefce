import type { EntityManager } from '../../config/orm.ts';
import { inCompany } from '../../operations/in-company.ts';
import { documentNarrowing, type DocumentQuery } from '../../operations/lists/document-query.ts';
import { documentsOf, environmentsOf } from '../../operations/lists/documents.ts';
import { pageQuery } from '../../operations/lists/ordered-list.ts';
import { type Page, rowRangeOf } from '../../operations/lists/page.ts';
import type { FilledApi } from '../filled-api.ts';

const explained: (DocumentQuery & Partial<Page>)[] = [
  {},
  { page: 20_000 },
  { environment: 'ALL' },
  { status: 'PROCESSING' },
  { status: 'REJECTED' },
  { type: 'NFE' },
  { type: 'NFCE', page: 20_000 },
  { environment: 'ALL', status: 'CANCELLED', type: 'NFE' },
];

/** How PostgreSQL runs the pages of the list: the API's own statements, explained in the role of a tenant. */
export function plans({ orm, companyId }: FilledApi): Promise<string> {
  return inCompany(orm, companyId, async (em) => {
    const texts: string[] = [];
    for (const query of explained) texts.push(`\n${JSON.stringify(query)}`, ...(await planOf(em, query)));
    return texts.join('\n');
  });
}

async function planOf(em: EntityManager, { page = 1, ...query }: DocumentQuery & Partial<Page>): Promise<string[]> {
  const { list } = await documentsOf(em, environmentsOf(query), documentNarrowing(query));
  const range = rowRangeOf({ page, pageSize: 20 });
  if (range.offset >= list.total) return ['  no such page'];
  const { sql, values } = pageQuery(list, range);
  const lines = await em.execute<Record<string, string>[]>(
    `explain (analyze, costs off, buffers off, timing off) ${sql}`,
    values,
  );
  return lines.flatMap((line) => Object.values(line)).map((line) => `  ${line}`);
}
