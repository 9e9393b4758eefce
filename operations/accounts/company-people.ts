import type { EntityManager, Orm } from '../../config/orm.ts';
import { Membership } from '../../domain/accounts/person.entity.ts';
import type { CompanyRole } from '../../domain/accounts/roles.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { administering } from '../in-company.ts';
import { endInvitationsOf } from './invitations.ts';

/** Somebody who has access to a company. */
export type CompanyPerson = {
  id: string;
  name: string;
  email: string;
  role: CompanyRole;
  since: Date;
  /** When she last did something in the panel; null where she is signed in nowhere. */
  lastSeenAt: Date | null;
  /** Whether she can sign in: she has chosen a password, and was not taken out by the operator. */
  isIn: boolean;
};

type Row = Omit<CompanyPerson, 'since' | 'lastSeenAt'> & { since: string; lastSeenAt: string | null };

/** Who has access to a company, by name. */
export function companyPeople(orm: Orm, acting: ActingCompany): Promise<CompanyPerson[]> {
  return administering(orm, acting, async (em) => {
    const rows = await em.execute<Row[]>(people, [acting.id]);
    return rows.map(({ since, lastSeenAt, ...row }) => ({
      ...row,
      since: new Date(since),
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    }));
  });
}

/** Whose memberships they are, the policy of their table says besides. */
const people = `
  select p.id, p.name, p.email, m.role, m.created_at as since,
    (select max(s.last_seen_at) from panel_session s where s.person_id = p.id) as "lastSeenAt",
    p.status = 'ACTIVE' and p.password_hash is not null as "isIn"
  from membership m join panel_person p on p.id = m.person_id
  where m.company_id = ? and m.ended_at is null
  order by p.name, p.email`;

/**
 * What a person may do in a company from now on. Who is no administrator any more leaves no invitations behind.
 *
 * @throws DomainError `not_found` where she has no access; `invalid_state` where nobody would administer the company any more
 */
export function changeRole(orm: Orm, acting: ActingCompany, personId: string, role: CompanyRole): Promise<void> {
  return changed(orm, acting, personId, async (em, current) => {
    if (current.role === role) return;
    await end(em, current);
    em.create(Membership, { person: personId, company: acting.id, role, endedAt: null });
    await em.flush();
    if (role !== 'COMPANY_ADMIN') await endInvitationsOf(em, acting.id, personId);
    recordFor(em, acting, 'PERSON_ROLE_CHANGED', personId, { role, before: current.role });
  });
}

/**
 * Ends what a person may do in a company, at once.
 *
 * @throws DomainError as `changeRole`
 */
export function endAccess(orm: Orm, acting: ActingCompany, personId: string): Promise<void> {
  return changed(orm, acting, personId, async (em, current) => {
    await end(em, current);
    await endInvitationsOf(em, acting.id, personId);
    recordFor(em, acting, 'PERSON_ACCESS_ENDED', personId, { before: current.role });
  });
}

async function changed(
  orm: Orm,
  acting: ActingCompany,
  personId: string,
  change: (em: EntityManager, current: Membership) => Promise<void>,
): Promise<void> {
  await administering(orm, acting, async (em) => {
    // Two administrators who lower each other at once would else leave nobody.
    await em.execute(`select pg_advisory_xact_lock(hashtext('people of ' || ?))`, [acting.id]);
    await refuseIfLowered(em, acting);
    const current = await em.findOne(Membership, { person: personId, company: acting.id, endedAt: null });
    if (!current) throw new DomainError('not_found', 'Esta pessoa não tem acesso à empresa. Abra a lista de novo.');
    await change(em, current);
    if ((await administrators(em, acting.id)) > 0) return;
    throw new DomainError(
      'invalid_state',
      'Nada foi mudado: a empresa ficaria sem administrador. Torne outra pessoa administradora antes.',
    );
  });
}

/** Who was lowered while her request waited for the lock changes nothing. */
async function refuseIfLowered(em: EntityManager, { id: company, actor }: ActingCompany): Promise<void> {
  if (actor.kind !== 'PERSON' || actor.id === null) return;
  const own = await em.count(Membership, { person: actor.id, company, role: 'COMPANY_ADMIN', endedAt: null });
  if (own === 0) throw new DomainError('not_found', 'Você não administra mais esta empresa. Nada foi mudado.');
}

async function end(em: EntityManager, { id }: Membership): Promise<void> {
  await em.nativeUpdate(Membership, { id, endedAt: null }, { endedAt: new Date() });
}

/** Of those who can sign in. */
async function administrators(em: EntityManager, company: string): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from membership m join panel_person p on p.id = m.person_id
     where m.company_id = ? and m.ended_at is null and m.role = 'COMPANY_ADMIN'
       and p.status = 'ACTIVE' and p.password_hash is not null`,
    [company],
  );
  return row?.count ?? 0;
}
