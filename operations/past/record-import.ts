import type { Orm } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import { record } from '../audit/record.ts';
import { inCompany } from '../in-company.ts';

type By = { company: { id: string }; actor: Actor };

/** Writes down who imports the past of a company, and at the end what came of it. */
export function recordPastImport(
  orm: Orm,
  { company: { id: company }, actor }: By,
  action: 'IMPORT_STARTED' | 'IMPORT_FINISHED',
  details: AuditDetails,
): Promise<void> {
  return inCompany(orm, company, async (em) => {
    record(em, actor, { action, company, subject: null, details: { kind: 'past', ...details } });
  });
}
