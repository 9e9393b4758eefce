import type { EntityManager, Orm } from '../../config/orm.ts';
import { companyRoles, officeRoles, operatorRoles, type PersonRole } from '../../domain/accounts/roles.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import type { ActingCompany, ActingOffice } from '../acting.ts';
import { record } from '../audit/record.ts';
import { administering, inInstallation, inPortfolio } from '../in-company.ts';

/** Whose people they are, and who acts for it. */
export type PeopleOwner =
  | ({ kind: 'COMPANY'; company: Pick<ActingCompany, 'id' | 'name' | 'tradeName' | 'taxId' | 'actor'> } & By)
  | ({ kind: 'OFFICE'; office: ActingOffice } & By)
  | { kind: 'INSTALLATION'; actor: Actor; byOperator?: never };

/** `byOperator`: who acts is none of its people, but operates the installation, and decides about the people of all. */
type By = { actor: Actor; byOperator?: boolean };

/** What the people of each may be, first what may do most, last what may do least. */
export const ownersRoles = {
  COMPANY: companyRoles,
  OFFICE: officeRoles,
  INSTALLATION: operatorRoles,
} as const satisfies Record<PeopleOwner['kind'], readonly PersonRole[]>;

/** How sentences call each, with what joins it to what somebody has there. */
export const ownerWords = {
  COMPANY: { to: 'à empresa', the: 'a empresa', this: 'esta empresa', decider: 'administrador' },
  OFFICE: { to: 'ao escritório', the: 'o escritório', this: 'este escritório', decider: 'administrador' },
  INSTALLATION: { to: 'à instalação', the: 'a instalação', this: 'esta instalação', decider: 'operador' },
} as const;

/** The role that decides who else has access. */
export function administratorOf({ kind }: PeopleOwner): PersonRole {
  return ownersRoles[kind][0];
}

/** Whose a row of people is, as its columns say it. */
export function columnsOf(owner: PeopleOwner): { company: string | null; office: string | null } {
  return {
    company: owner.kind === 'COMPANY' ? owner.company.id : null,
    office: owner.kind === 'OFFICE' ? owner.office.id : null,
  };
}

/** What tells the owner from others, for locks and rates. */
export function labelOf(owner: PeopleOwner): string {
  const { company, office } = columnsOf(owner);
  return company ?? office ?? 'installation';
}

/** Work on the people of one owner alone, which the database holds it to. */
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

/** Has the transaction write down what became of a person's access. */
export function recordAmong(
  em: EntityManager,
  owner: PeopleOwner,
  action: AuditAction,
  subject: string,
  details?: AuditDetails,
): void {
  record(em, owner.actor, { action, ...columnsOf(owner), subject, ...(details && { details }) });
}
