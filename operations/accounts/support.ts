import type { EntityManager, Orm } from '../../config/orm.ts';
import { AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import type { ActingCompany, PersonOfOffice } from '../acting.ts';
import { record, recordFor } from '../audit/record.ts';
import { administering, besidesReading, inPortfolio } from '../in-company.ts';

/** One visit of support is told once, however many pages it has. */
const visitMinutes = 60;

/**
 * Writes down in a company's audit that somebody who operates the installation looks at its pages: before a page is shown, so that none is
 * without its entry.
 */
export function recordSupport(orm: Orm, company: Pick<ActingCompany, 'id' | 'actor'>): Promise<void> {
  const recorded = async (em: EntityManager): Promise<void> => {
    const visit = { company: company.id, actorId: company.actor.id, action: 'SUPPORT_OPENED', at: lately() } as const;
    if ((await em.count(AuditEntry, visit)) === 0) recordFor(em, company, 'SUPPORT_OPENED', null);
  };
  return besidesReading(() => administering(orm, company, recorded));
}

/** Writes down in an office's audit that somebody who operates the installation looks at its pages. */
export function recordOfficeSupport(orm: Orm, office: PersonOfOffice): Promise<void> {
  const recorded = async (em: EntityManager): Promise<void> => {
    const visit = {
      office: office.id,
      actorId: office.actor.id,
      action: 'OFFICE_SUPPORT_OPENED',
      at: lately(),
    } as const;
    if ((await em.count(AuditEntry, visit)) > 0) return;
    record(em, office.actor, { action: 'OFFICE_SUPPORT_OPENED', office: office.id, subject: null });
  };
  return besidesReading(() => inPortfolio(orm, office, recorded));
}

function lately(): { $gt: Date } {
  return { $gt: new Date(Date.now() - visitMinutes * 60_000) };
}
