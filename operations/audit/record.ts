import type { EntityManager } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { type AuditDetails, AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import { logFields } from '../../telemetry/log-fields.ts';
import type { ActingCompany } from '../acting.ts';

/** A change: what was done, to what, and whose it is. */
export type AuditedChange = {
  action: AuditAction;
  /** Whose data it changed; left out for what is no company's. */
  company?: string | null | undefined;
  /** The office that it concerns, where it is another than the actor's. */
  office?: string | null | undefined;
  /** Id of the row that was changed; null where that has no id, or where several were changed. */
  subject: string | null;
  details?: AuditDetails;
};

/** Has the transaction of `em` write down who changed something. To be called within the transaction of the change: both are there, or neither. */
export function record(
  em: EntityManager,
  actor: Actor,
  { action, company, office, subject, details }: AuditedChange,
): void {
  em.create(AuditEntry, {
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    company: company ?? null,
    office: office ?? actor.office,
    subject,
    details: details ?? null,
    requestId: logFields().requestId ?? null,
  });
}

/** Writes down a change to a company's data by whoever acts for it, within the transaction of the change. */
export function recordFor(
  em: EntityManager,
  { id: company, actor }: Pick<ActingCompany, 'id' | 'actor'>,
  action: AuditAction,
  subject: string | null,
  details?: AuditDetails,
): void {
  record(em, actor, { action, company, subject, ...(details && { details }) });
}

/**
 * Does what changes no row of ours, as telling a run, and writes it down. Where that fails nothing is; where the database is away nothing is done.
 *
 * @param em of no transaction
 */
export function recordOnce<Result>(
  em: EntityManager,
  actor: Actor,
  change: AuditedChange,
  work: () => Promise<Result>,
): Promise<Result> {
  return em.transactional(async (tx) => {
    record(tx, actor, change);
    await tx.flush();
    return work();
  });
}

/** Which fields of something a caller sent: what they hold is not written down. */
export function fieldsOf(changes: object): AuditDetails {
  return { fields: Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name])) };
}
