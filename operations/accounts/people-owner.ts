import type { EntityManager, Orm } from '../../config/orm.ts';
import { companyRoles, officeRoles, operatorRoles, type PersonRole } from '../../domain/accounts/roles.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import type { ActingCompany, ActingOffice } from '../acting.ts';
import { record } from '../audit/record.ts';
import { administering, inInstallation, inPortfolio } from '../in-company.ts';

/** The company, office or installation that people have access to, and the actor who changes something about them. */
export type PeopleOwner =
  | ({ kind: 'COMPANY'; company: Pick<ActingCompany, 'id' | 'name' | 'tradeName' | 'taxId' | 'actor'> } & By)
  | ({ kind: 'OFFICE'; office: ActingOffice } & By)
  | { kind: 'INSTALLATION'; actor: Actor; byOperator?: never };

/** `byOperator`: the actor is none of the owner's people, but operates the installation, and decides about everybody. */
type By = { actor: Actor; byOperator?: boolean };

/** The roles of the people of each kind of owner, from the most powerful to the least. */
export const ownersRoles = {
  COMPANY: companyRoles,
  OFFICE: officeRoles,
  INSTALLATION: operatorRoles,
} as const satisfies Record<PeopleOwner['kind'], readonly PersonRole[]>;

/** Words for sentences about each kind of owner. */
export const ownerWords = {
  COMPANY: { to: 'à empresa', the: 'a empresa', this: 'esta empresa', decider: 'administrador' },
  OFFICE: { to: 'ao escritório', the: 'o escritório', this: 'este escritório', decider: 'administrador' },
  INSTALLATION: { to: 'à instalação', the: 'a instalação', this: 'esta instalação', decider: 'operador' },
} as const;

/** The role that decides who else has access. */
export function administratorOf({ kind }: PeopleOwner): PersonRole {
  return ownersRoles[kind][0];
}

/** The columns by which the rows of an owner's people are found. */
export function ownerColumns(owner: PeopleOwner): { company: string | null; office: string | null } {
  return {
    company: owner.kind === 'COMPANY' ? owner.company.id : null,
    office: owner.kind === 'OFFICE' ? owner.office.id : null,
  };
}

/** A text that identifies the owner, for locks and rate limits. */
export function labelOf(owner: PeopleOwner): string {
  const { company, office } = ownerColumns(owner);
  return company ?? office ?? 'installation';
}

/** Runs `work` in a transaction that the database restricts to the people of one owner. */
export function amongPeople<Result>(
  orm: Orm,
  owner: PeopleOwner,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  switch (owner.kind) {
    case 'COMPANY':
      return administering(orm, { id: owner.company.id, actor: owner.actor }, work);
    case 'OFFICE':
      return inPortfolio(orm, { ...owner.office, actor: owner.actor, part: null }, work);
    case 'INSTALLATION':
      return inInstallation(orm, owner.actor, work);
  }
}

/** Writes an entry about a person's access in the transaction of `em`. */
export function recordAmong(
  em: EntityManager,
  owner: PeopleOwner,
  action: AuditAction,
  subject: string,
  details?: AuditDetails,
): void {
  record(em, owner.actor, { action, ...ownerColumns(owner), subject, ...(details && { details }) });
}
