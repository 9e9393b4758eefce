import type { EntityManager } from '../../config/orm.ts';
import { requiresSecondFactor, type SecondFactorDuty } from '../../domain/accounts/second-factor-duty.ts';
import { DomainError } from '../../domain/errors.ts';
import { hasSecondFactor } from './own-factors.ts';
import type { SignedIn } from './sessions.ts';

/** Whether a person must have a second factor, by what she may do anywhere. */
export function mustHaveSecondFactor(duty: SecondFactorDuty, { places, offices, operator }: Roles): boolean {
  const roles = [...places, ...offices].map(({ role }) => role);
  return requiresSecondFactor(duty, operator ? [...roles, operator] : roles);
}

type Roles = Pick<SignedIn, 'places' | 'offices' | 'operator'>;

/** Whether a person must have a second factor, and has none: no page of a company, an office or the installation is hers until she does. */
export function owesSecondFactor(duty: SecondFactorDuty, person: Roles & Pick<SignedIn, 'hasSecondFactor'>): boolean {
  return !person.hasSecondFactor && mustHaveSecondFactor(duty, person);
}

/**
 * Takes a factor away from a person, unless it is the last of who must have one. Two that are taken away at once wait for each other: else each
 * would count on the other.
 *
 * @throws DomainError `invalid_state`, and nothing is taken
 */
export async function takeFactor(
  em: EntityManager,
  duty: SecondFactorDuty,
  who: SignedIn,
  take: () => Promise<void>,
): Promise<void> {
  await em.execute('select from panel_person where id = ? for update', [who.personId]);
  await take();
  if (!mustHaveSecondFactor(duty, who) || (await hasSecondFactor(em, who.personId))) return;
  throw new DomainError(
    'invalid_state',
    'Nada foi retirado: quem administra ou opera mantém um segundo fator. Crie antes outra chave de acesso, ou ligue o código do celular.',
  );
}
