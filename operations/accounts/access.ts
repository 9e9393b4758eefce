import type { EntityManager, Orm } from '../../config/orm.ts';
import { Membership } from '../../domain/accounts/person.entity.ts';
import type { PersonRole } from '../../domain/accounts/roles.ts';
import { DomainError } from '../../domain/errors.ts';
import { endInvitationsOf } from './invitations.ts';
import {
  administratorOf,
  amongPeople,
  ownerColumns,
  labelOf,
  ownerWords,
  type PeopleOwner,
  recordAmong,
} from './people-owner.ts';

/** A person who has access to a company, an office or the installation. */
export type PersonWithAccess = {
  id: string;
  name: string;
  email: string;
  role: PersonRole;
  since: Date;
  /** When the person last did something in the panel; null where there is no session. */
  lastSeenAt: Date | null;
  /** Whether the person can sign in: has a password or an identity at the provider, and was not locked out by the operator. */
  isIn: boolean;
};

type Row = Omit<PersonWithAccess, 'since' | 'lastSeenAt'> & { since: string; lastSeenAt: string | null };

/** The people who have access, by name. */
export function peopleWithAccess(orm: Orm, owner: PeopleOwner): Promise<PersonWithAccess[]> {
  return amongPeople(orm, owner, async (em) => {
    const { company, office } = ownerColumns(owner);
    const rows = await em.execute<Row[]>(people, [company, office]);
    return rows.map(({ since, lastSeenAt, ...row }) => ({
      ...row,
      since: new Date(since),
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    }));
  });
}

/** The policy of the table restricts the memberships to the owner's, too. */
const people = `
  select p.id, p.name, p.email, m.role, m.created_at as since,
    (select max(s.last_seen_at) from panel_session s where s.person_id = p.id) as "lastSeenAt",
    p.status = 'ACTIVE' and (p.password_hash is not null or exists (select from person_identity i where i.person_id = p.id)) as "isIn"
  from membership m join panel_person p on p.id = m.person_id
  where m.company_id is not distinct from ?::uuid and m.office_id is not distinct from ?::uuid and m.ended_at is null
  order by p.name, p.email`;

/**
 * Changes a person's role. A person who is no administrator any more leaves no open invitations behind.
 *
 * @throws DomainError `not_found` where the person has no access; `invalid_state` where nobody would administer any more
 */
export function changeRole(orm: Orm, owner: PeopleOwner, personId: string, role: PersonRole): Promise<void> {
  return changed(orm, owner, personId, async (em, current) => {
    if (current.role === role) return;
    await end(em, current);
    em.create(Membership, { person: personId, ...ownerColumns(owner), role, endedAt: null });
    await em.flush();
    if (role !== administratorOf(owner)) await endInvitationsOf(em, owner, personId);
    recordAmong(em, owner, 'PERSON_ROLE_CHANGED', personId, { role, before: current.role });
  });
}

/**
 * Ends a person's access at once.
 *
 * @throws DomainError as `changeRole`
 */
export function endAccess(orm: Orm, owner: PeopleOwner, personId: string): Promise<void> {
  return changed(orm, owner, personId, async (em, current) => {
    await end(em, current);
    await endInvitationsOf(em, owner, personId);
    recordAmong(em, owner, 'PERSON_ACCESS_ENDED', personId, { before: current.role });
  });
}

async function changed(
  orm: Orm,
  owner: PeopleOwner,
  personId: string,
  change: (em: EntityManager, current: Membership) => Promise<void>,
): Promise<void> {
  const words = ownerWords[owner.kind];
  await amongPeople(orm, owner, async (em) => {
    // Two administrators who take the role from each other at the same time would else leave nobody.
    await em.execute(`select pg_advisory_xact_lock(hashtext('people of ' || ?))`, [labelOf(owner)]);
    await refuseIfLowered(em, owner);
    const current = await em.findOne(Membership, { person: personId, ...ownerColumns(owner), endedAt: null });
    if (!current) {
      throw new DomainError('not_found', `Esta pessoa não tem acesso ${words.to}. Abra a lista de novo.`);
    }
    await change(em, current);
    if ((await administrators(em, owner)) > 0) return;
    throw new DomainError(
      'invalid_state',
      `Nada foi mudado: ${words.the} ficaria sem ${words.decider}. Dê esse papel a outra pessoa antes.`,
    );
  });
}

/** Refuses a change by an administrator who lost that role while the request waited for the lock. */
async function refuseIfLowered(em: EntityManager, owner: PeopleOwner): Promise<void> {
  const { actor, kind, byOperator } = owner;
  if (actor.kind !== 'PERSON' || actor.id === null || byOperator) return;
  const role = administratorOf(owner);
  const own = await em.count(Membership, { person: actor.id, ...ownerColumns(owner), role, endedAt: null });
  if (own > 0) return;
  throw new DomainError('not_found', `Você não decide mais sobre ${ownerWords[kind].this}. Nada foi mudado.`);
}

async function end(em: EntityManager, { id }: Membership): Promise<void> {
  await em.nativeUpdate(Membership, { id, endedAt: null }, { endedAt: new Date() });
}

/** How many administrators can sign in. */
async function administrators(em: EntityManager, owner: PeopleOwner): Promise<number> {
  const { company, office } = ownerColumns(owner);
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from membership m join panel_person p on p.id = m.person_id
     where m.company_id is not distinct from ?::uuid and m.office_id is not distinct from ?::uuid
       and m.ended_at is null and m.role = ? and p.status = 'ACTIVE'
       and (p.password_hash is not null or exists (select from person_identity i where i.person_id = p.id))`,
    [company, office, administratorOf(owner)],
  );
  return row?.count ?? 0;
}
