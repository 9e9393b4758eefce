import type { EntityManager, Orm } from '../../config/orm.ts';
import { AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import type { ActingCompany, PersonOfOffice } from '../acting.ts';
import { record, recordFor } from '../audit/record.ts';
import { administering, besidesReading, inPortfolio } from '../in-company.ts';

/** A visit of support gets one entry, however many pages it opens within so many minutes. */
const visitMinutes = 60;

/**
 * Writes in a company's audit that an operator looks at its pages. It is called before a page is shown, so that no page is shown without an entry.
 */
export function recordSupport(orm: Orm, company: Pick<ActingCompany, 'id' | 'actor'>): Promise<void> {
  const recorded = async (em: EntityManager): Promise<void> => {
    const visit = { company: company.id, actorId: company.actor.id, action: 'SUPPORT_OPENED', at: lately() } as const;
    if ((await em.count(AuditEntry, visit)) === 0) recordFor(em, company, 'SUPPORT_OPENED', null);
  };
  return besidesReading(() => administering(orm, company, recorded));
}

/** Writes in an office's audit that an operator looks at its pages. */
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
