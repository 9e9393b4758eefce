import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import type { ClosingStatus } from '../../domain/closings/progress.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';

export type ClosingFilters = {
  status?: ClosingStatus | undefined;
  year?: number | undefined;
  month?: number | undefined;
  companyId?: string | undefined;
};

/** Closings of the office, the newest first; `total` counts all pages. `em` sees one office (`inOffice`). */
export async function findClosings(
  em: EntityManager,
  { companyId, ...filters }: ClosingFilters,
  page: Page,
): Promise<{ closings: Closing[]; total: number }> {
  if (companyId !== undefined && !isUuid(companyId)) return { closings: [], total: 0 };
  const wanted = Object.entries({ ...filters, company: companyId }).filter(([, value]) => value !== undefined);
  const options = { orderBy: { id: 'desc' }, ...rowRangeOf(page) } as const;
  const [closings, total] = await em.findAndCount(Closing, Object.fromEntries(wanted), options);
  return { closings, total };
}

/** One closing of the office. `em` sees one office (`inOffice`). @throws NotFound */
export function findClosing(em: EntityManager, id: string): Promise<Closing> {
  return findOrRefuse('closing', id, (known) => em.findOne(Closing, { id: known }));
}
