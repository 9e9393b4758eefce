import type { Orm } from '../../config/orm.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { PanelSession } from '../../domain/accounts/session.entity.ts';
import { inPanel } from '../in-company.ts';
import { SignInRefused, spendAttempts } from './attempts.ts';
import { passkeyRefused, type PasskeySite, whoSigned } from './passkey-proof.ts';
import { isRightPassword } from './passwords.ts';
import type { SignedIn } from './sessions.ts';

/**
 * Marks a session as confirmed: its person proved the identity again, by password.
 *
 * @throws SignInRefused also where there were too many tries by the account or the network; they are counted with those of signing in
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
  await confirm(orm, { personId, sessionId });
}

/**
 * As `confirmByPassword`, by a passkey of that person.
 *
 * @param answer of the browser, as JSON
 * @throws SignInRefused
 */
export async function confirmByPasskey(
  orm: Orm,
  site: PasskeySite,
  { personId, sessionId }: Pick<SignedIn, 'personId' | 'sessionId'>,
  answer: string,
): Promise<void> {
  const signer = await whoSigned(orm, site, { purpose: 'CONFIRM', holder: sessionId }, answer);
  if (signer.id !== personId) throw passkeyRefused();
  await confirm(orm, { personId, sessionId });
}

async function confirm(orm: Orm, { personId: person, sessionId: id }: Pick<SignedIn, 'personId' | 'sessionId'>) {
  await inPanel(orm, (em) => em.nativeUpdate(PanelSession, { id, person }, { confirmedAt: new Date() }));
}
