import type { Orm } from '../../config/orm.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { PanelSession } from '../../domain/accounts/session.entity.ts';
import { inPanel } from '../in-company.ts';
import { SignInRefused, spendAttempts } from './attempts.ts';
import { isRightPassword } from './passwords.ts';
import type { SignedIn } from './sessions.ts';

/**
 * Has a session know that its person proved anew who she is, by her password.
 *
 * @throws SignInRefused also where the account or the network tried too often: the tries are those of signing in
 */
export async function confirmByPassword(
  orm: Orm,
  { personId, sessionId, email }: Pick<SignedIn, 'personId' | 'sessionId' | 'email'>,
  password: string,
  network: string,
): Promise<void> {
  await spendAttempts(orm, email, network);
  const person = await inPanel(orm, (em) => em.findOne(Person, { id: personId, status: 'ACTIVE' }));
  if (!(await isRightPassword(password, person?.passwordHash))) throw new SignInRefused(0, 'A senha não confere.');
  await inPanel(orm, (em) =>
    em.nativeUpdate(PanelSession, { id: sessionId, person: personId }, { confirmedAt: new Date() }),
  );
}
