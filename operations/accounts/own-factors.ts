import type { EntityManager, Orm } from '../../config/orm.ts';
import { Passkey } from '../../domain/accounts/passkey.entity.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../domain/accounts/second-factor-codes.ts';
import { RecoveryCode } from '../../domain/accounts/second-factor.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import { actorOfPerson, type SignedIn } from './sessions.ts';

/** The second factors of a person. */
export type SecondFactors = { hasTotp: boolean; passkeys: Passkey[]; codesLeft: number };

/** The second factors of a person. */
export function secondFactorsOf(orm: Orm, personId: string): Promise<SecondFactors> {
  return inPanel(orm, async (em) => {
    const factors = await factorsIn(em, personId);
    return { ...factors, codesLeft: await em.count(RecoveryCode, { person: personId, usedAt: null }) };
  });
}

/** The second factors of a person without the recovery codes, read in the transaction of `em`. */
export async function factorsIn(em: EntityManager, personId: string): Promise<Omit<SecondFactors, 'codesLeft'>> {
  const { totpSealed } = await em.findOneOrFail(Person, { id: personId });
  const passkeys = await em.find(Passkey, { person: personId }, { orderBy: { createdAt: 'asc' } });
  return { hasTotp: totpSealed != null, passkeys };
}

/** Whether a person has a second factor, and so is asked for more than a password. */
export async function hasSecondFactor(em: EntityManager, personId: string): Promise<boolean> {
  const { hasTotp, passkeys } = await factorsIn(em, personId);
  return hasTotp || passkeys.length > 0;
}

/**
 * Replaces a person's recovery codes by ten new ones.
 *
 * @throws DomainError `invalid_state` where there is no second factor in whose place they could be used
 */
export function renewRecoveryCodes(orm: Orm, who: SignedIn): Promise<string[]> {
  return inPanel(orm, async (em) => {
    const { personId: person } = who;
    if (!(await hasSecondFactor(em, person))) {
      throw new DomainError('invalid_state', 'Não há segundo fator ligado nesta conta.');
    }
    record(em, actorOfPerson(who), { action: 'PERSON_RECOVERY_CODES_MADE', subject: person });
    return makeRecoveryCodes(em, person);
  });
}

/** Makes recovery codes for a person who has none; else gives an empty list. */
export async function firstRecoveryCodes(em: EntityManager, person: string): Promise<string[]> {
  return (await em.count(RecoveryCode, { person, usedAt: null })) === 0 ? makeRecoveryCodes(em, person) : [];
}

/** Deletes the recovery codes of a person who has no second factor left: they only stand in for one. */
export async function forgetNeedlessCodes(em: EntityManager, person: string): Promise<void> {
  if (!(await hasSecondFactor(em, person))) await em.nativeDelete(RecoveryCode, { person });
}

async function makeRecoveryCodes(em: EntityManager, person: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await em.nativeDelete(RecoveryCode, { person });
  for (const code of codes) em.create(RecoveryCode, { person, codeHash: hashRecoveryCode(code)!, usedAt: null });
  return codes;
}
