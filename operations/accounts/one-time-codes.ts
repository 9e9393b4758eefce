import type { Orm } from '../../config/orm.ts';
import { newTotpSecret, stepOf, totpAddress } from '../../domain/accounts/second-factor-codes.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import type { SecondFactorDuty } from '../../domain/accounts/second-factor-duty.ts';
import { DomainError } from '../../domain/errors.ts';
import { type MasterKey, seal, sealOwner, unseal } from '../../domain/seal.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import { firstRecoveryCodes, forgetNeedlessCodes } from './own-factors.ts';
import { endOtherSessions } from './people.ts';
import { removeFactor } from './second-factor-duty.ts';
import { actorOfPerson, type SignedIn } from './sessions.ts';

/**
 * A secret for an authenticator app, which takes effect once a code of it was typed. `sealed` is carried by the form, and opens for this session
 * alone.
 */
export type TotpOffer = { secret: string; address: string; sealed: string };

/** For how many minutes an offer may be accepted. */
const offerMinutes = 30;

/** Makes a new secret; it is stored nowhere until it is accepted. */
export function offerTotp(masterKey: MasterKey, { sessionId, email }: SignedIn): TotpOffer {
  return offered(masterKey, { sessionId, email }, newTotpSecret(), Date.now());
}

/** Reads an offer from what its form carried; null where it is too old, or of another session. */
export function sameOffer(masterKey: MasterKey, { sessionId, email }: SignedIn, sealed: string): TotpOffer | null {
  try {
    const box = JSON.parse(Buffer.from(sealed, 'base64url').toString('utf8')) as Parameters<typeof unseal>[2];
    const [made = '', secret = ''] = unseal(masterKey, sealOwner.totpOffer(sessionId), box).split(' ');
    const isOld = Date.now() - Number(made) > offerMinutes * 60_000;
    return isOld ? null : offered(masterKey, { sessionId, email }, secret, Number(made));
  } catch {
    return null;
  }
}

function offered(
  masterKey: MasterKey,
  { sessionId, email }: Pick<SignedIn, 'sessionId' | 'email'>,
  secret: string,
  made: number,
): TotpOffer {
  const box = seal(masterKey, sealOwner.totpOffer(sessionId), `${made} ${secret}`);
  const sealed = Buffer.from(JSON.stringify(box)).toString('base64url');
  return { secret, address: totpAddress(secret, email), sealed };
}

/**
 * From now on a person is asked for a code of the authenticator app, too. Other sessions, which were opened without one, end, and
 * so do half sessions.
 *
 * @returns recovery codes for a person who had none; they cannot be shown again
 * @throws DomainError `validation_error` for a wrong code, `invalid_state` where codes are asked for already
 */
export function setTotp(
  orm: Orm,
  masterKey: MasterKey,
  who: SignedIn,
  { secret }: TotpOffer,
  code: string,
): Promise<string[]> {
  const step = stepOf(secret, code, new Date());
  if (step === null)
    throw new DomainError('validation_error', 'O código não confere. Digite o que o aplicativo mostra agora.');
  return inPanel(orm, async (em) => {
    const { personId: person } = who;
    const sealed = seal(masterKey, sealOwner.totp(person), secret);
    const set = await em.nativeUpdate(
      Person,
      { id: person, totpSealed: null },
      { totpSealed: sealed, totpLastStep: step },
    );
    if (set !== 1) throw new DomainError('invalid_state', 'O código do celular já está ligado nesta conta.');
    await endOtherSessions(em, who);
    record(em, actorOfPerson(who), { action: 'PERSON_TOTP_SET', subject: person });
    return firstRecoveryCodes(em, person);
  });
}

/** From now on a person is not asked for a code of the authenticator app. @throws DomainError as `removeFactor` */
export async function removeTotp(orm: Orm, who: SignedIn, duty: SecondFactorDuty): Promise<void> {
  await inPanel(orm, (em) =>
    removeFactor(em, duty, who, async () => {
      const { personId: person } = who;
      await em.nativeUpdate(Person, { id: person }, { totpSealed: null, totpLastStep: null });
      await forgetNeedlessCodes(em, person);
      record(em, actorOfPerson(who), { action: 'PERSON_TOTP_REMOVED', subject: person });
    }),
  );
}
