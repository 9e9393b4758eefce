import type { EntityManager } from '../../config/orm.ts';
import { inCompany } from '../../operations/in-company.ts';
import { pageQuery } from '../../operations/lists/ordered-list.ts';
import { type Page, rowRangeOf } from '../../operations/lists/page.ts';
import { receivedList } from '../../operations/lists/received-list.ts';
import { narrowingOf, type ReceivedQuery } from '../../operations/lists/received-query.ts';
import type { FilledApi } from '../filled-api.ts';

const explained: (ReceivedQuery & Partial<Page>)[] = [
  {},
  { page: 20_000 },
  { schemaType: 'RES_EVENTO' },
  { pending: true },
  { issuerCnpj: '11222333000181' },
  { emittedFrom: '2026-01-10', emittedTo: '2026-03-20' },
  { manifestation: 'DESCONHECIDA', emittedFrom: '2026-01-10', emittedTo: '2026-03-20' },
];

/** How PostgreSQL runs the pages of the list: the API's own statements, explained in the role of a tenant. */
export function plans({ orm, companyId }: FilledApi): Promise<string> {
  return inCompany(orm, companyId, async (em) => {
    const texts: string[] = [];
    for (const query of explained) texts.push(`\n${JSON.stringify(query)}`, ...(await planOf(em, query)));
    return texts.join('\n');
  });
}

async function planOf(em: EntityManager, { page = 1, ...query }: ReceivedQuery & Partial<Page>): Promise<string[]> {
  const list = await receivedList(em, 'PRODUCTION', narrowingOf(query));
  const range = rowRangeOf({ page, pageSize: 20 });
  if (range.offset >= list.total) return ['  no such page'];
  const { sql, values } = pageQuery(list, range);
  const lines = await em.execute<Record<string, string>[]>(
    `explain (analyze, costs off, buffers off, timing off) ${sql}`,
    values,
  );
  return lines.flatMap((line) => Object.values(line)).map((line) => `  ${line}`);
}
