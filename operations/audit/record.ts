import type { EntityManager } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { type AuditDetails, AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import { logFields } from '../../telemetry/log-fields.ts';
import type { ActingCompany } from '../acting.ts';

/** A change: the action, what it was done to, and whose data it is. */
export type AuditedChange = {
  action: AuditAction;
  /** The company whose data was changed; absent where it is no company's. */
  company?: string | null | undefined;
  /** The office that the change concerns, where it is not the actor's. */
  office?: string | null | undefined;
  /** Id of the row that was changed; null where that has no id, or where several were changed. */
  subject: string | null;
  details?: AuditDetails;
};

/** Writes the entry of a change. It is called within the transaction of the change, so that both are there or neither. */
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

/** Writes the entry of a change to a company's data by its present actor, within the transaction of the change. */
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
 * Does something that changes no row of ours, such as signalling a run, and writes its entry. Where `work` fails there is no entry; where the
 * database is away nothing is done.
 *
 * @param em outside a transaction
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

/** The names of the fields that a caller sent; their values are not written down. */
export function sentFieldNames(changes: object): AuditDetails {
  return { fields: Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name])) };
}
