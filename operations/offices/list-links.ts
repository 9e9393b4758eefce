import type { EntityManager, Orm } from '../../config/orm.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { LinkStatus } from '../../domain/offices/words.ts';
import { inOffice } from '../in-company.ts';
import { type Page, windowOf } from '../lists/page.ts';
import { type LinkInFull, type LinkParty, linksInFull } from './link-in-full.ts';

/** Links of an office, the newest first; `total` counts those of all pages. */
export function listLinks(
  orm: Orm,
  officeId: string,
  { status }: { status?: LinkStatus | undefined },
  page: Page,
): Promise<{ links: LinkInFull[]; total: number }> {
  return inOffice(orm, officeId, async (em) => {
    const where = status === undefined ? {} : { status };
    const [links, total] = await em.findAndCount(OfficeLink, where, { orderBy: { id: 'desc' }, ...windowOf(page) });
    return { links: await linksInFull(em, links, linkedCompanies), total };
  });
}

/** By a function of the database, which tells an office no more of a company than what it asked for it by. */
async function linkedCompanies(em: EntityManager, ids: string[]): Promise<LinkParty[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<{ id: string; tax_id: string; name: string }[]>(
    `select * from linked_companies(array[?]::uuid[])`,
    [ids],
  );
  return rows.map(({ id, tax_id, name }) => ({ id, taxId: tax_id, name }));
}
