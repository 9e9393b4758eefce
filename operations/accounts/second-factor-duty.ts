import type { EntityManager } from '../../config/orm.ts';
import { requiresSecondFactor, type SecondFactorDuty } from '../../domain/accounts/second-factor-duty.ts';
import { DomainError } from '../../domain/errors.ts';
import { hasSecondFactor } from './own-factors.ts';
import type { SignedIn } from './sessions.ts';

/** Whether a person must have a second factor, because of any of the person's roles. */
export function mustHaveSecondFactor(duty: SecondFactorDuty, { places, offices, operator }: Roles): boolean {
  const roles = [...places, ...offices].map(({ role }) => role);
  return requiresSecondFactor(duty, operator ? [...roles, operator] : roles);
}

type Roles = Pick<SignedIn, 'places' | 'offices' | 'operator'>;

/** Whether a person must have a second factor and has none; until then the person sees no page of a company, an office or the installation. */
export function owesSecondFactor(duty: SecondFactorDuty, person: Roles & Pick<SignedIn, 'hasSecondFactor'>): boolean {
  return !person.hasSecondFactor && mustHaveSecondFactor(duty, person);
}

/**
 * Removes a second factor, unless it is the last one of a person who must have one. Two removals at the same time wait for each other: else each
 * would count on the other factor.
 *
 * @throws DomainError `invalid_state`, and nothing is removed
 */
export async function removeFactor(
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
