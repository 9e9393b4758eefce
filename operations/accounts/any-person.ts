import type { EntityManager, Orm } from '../../config/orm.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../audit/record.ts';
import { inInstallation } from '../in-company.ts';
import { resetAccount, endSessionsOf, forgetFactors, lockOut } from './people.ts';

/** Locks a person out of the panel: sessions and links end at once. @throws DomainError as `changed` */
export function lockPerson(orm: Orm, actor: Actor, id: string): Promise<void> {
  return changed(orm, actor, id, async (em, person) => {
    if (person.status === 'ACTIVE') await lockOut(em, person, actor);
  });
}

/** Unlocks a person; the password and the second factor stay as they were. @throws DomainError as `changed` */
export function unlockPerson(orm: Orm, actor: Actor, id: string): Promise<void> {
  return changed(orm, actor, id, async (em, person) => {
    if (person.status === 'ACTIVE') return;
    person.letInAgain();
    record(em, actor, { action: 'PERSON_UNLOCKED', subject: id });
  });
}

/** Signs a person out everywhere. @throws DomainError as `changed` */
export function signOutPerson(orm: Orm, actor: Actor, id: string): Promise<void> {
  return changed(orm, actor, id, async (em, person) => {
    const count = await endSessionsOf(em, person);
    record(em, actor, { action: 'PERSON_SESSIONS_ENDED', subject: id, details: { count } });
  });
}

/** Removes a person's second factors, as for somebody who lost the telephone; all sessions end. @throws DomainError as `changed` */
export function removeSecondFactor(orm: Orm, actor: Actor, id: string): Promise<void> {
  return changed(orm, actor, id, async (em, person) => {
    await forgetFactors(em, person);
    await endSessionsOf(em, person);
    record(em, actor, { action: 'PERSON_SECOND_FACTOR_REMOVED', subject: id });
  });
}

/**
 * Makes a link by which a person chooses a new password, and resets the account as `resetPerson` does.
 *
 * @returns the secret of the link, which is given out only here
 * @throws DomainError as `changed`
 */
export function linkForPerson(
  orm: Orm,
  actor: Actor,
  id: string,
): Promise<{ email: string; name: string; token: string }> {
  return changed(orm, actor, id, async (em, person) => {
    const { token } = await resetAccount(em, person, actor);
    return { email: person.email, name: person.name, token };
  });
}

/** @throws DomainError `not_found`; `invalid_state` for operators who act on themselves and would lock themselves out */
function changed<Result>(
  orm: Orm,
  actor: Actor,
  id: string,
  change: (em: EntityManager, person: Person) => Promise<Result>,
): Promise<Result> {
  return inInstallation(orm, actor, async (em) => {
    if (actor.id === id) {
      throw new DomainError('invalid_state', 'Esta pessoa é você. Mude o que é seu em Minha conta.');
    }
    const person = await em.findOne(Person, { id });
    if (!person) throw new DomainError('not_found', 'Não há pessoa com este endereço nesta instalação.');
    return change(em, person);
  });
}
