import type { EntityManager, Orm } from '../../config/orm.ts';
import { AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { administering, besidesReading } from '../in-company.ts';

/** One visit of support is told once, however many pages it has. */
const visitMinutes = 60;

/**
 * Writes down in a company's audit that somebody who operates the installation looks at its pages: before a page is shown, so that none is
 * without its entry.
 */
export function recordSupport(orm: Orm, company: Pick<ActingCompany, 'id' | 'actor'>): Promise<void> {
  const recorded = async (em: EntityManager): Promise<void> => {
    const since = new Date(Date.now() - visitMinutes * 60_000);
    const visit = {
      company: company.id,
      actorId: company.actor.id,
      action: 'SUPPORT_OPENED',
      at: { $gt: since },
    } as const;
    if ((await em.count(AuditEntry, visit)) === 0) recordFor(em, company, 'SUPPORT_OPENED', null);
  };
  return besidesReading(() => administering(orm, company, recorded));
}
