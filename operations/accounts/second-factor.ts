import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { hashRecoveryCode, stepOf } from '../../domain/accounts/second-factor-codes.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { HalfSession, halfSessionMinutes, RecoveryCode } from '../../domain/accounts/second-factor.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { type MasterKey, sealOwner, unseal } from '../../domain/seal.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import { SignInRefused, spendCodeAttempts } from './attempts.ts';
import { openPanelSession, type SignInPlace } from './open-session.ts';
import { factorsIn } from './own-factors.ts';
import { passkeyRefused, type PasskeySite, whoSigned } from './passkey-proof.ts';

/** A person whose password was right, and the second factors that can follow. */
export type HalfSignedIn = { halfId: string; personId: string; email: string; hasTotp: boolean; hasPasskey: boolean };

/** Stores that a person's password was right. @returns the secret for the cookie, which opens only the page of the second factor */
export async function openHalfSession(em: EntityManager, { id: person }: Person): Promise<string> {
  const secret = newLinkToken();
  const now = Date.now();
  await em.nativeDelete(HalfSession, { person, endsAt: { $lt: new Date(now) } });
  const endsAt = new Date(now + halfSessionMinutes * 60_000);
  em.create(HalfSession, { person, tokenHash: hashLinkToken(secret), endsAt });
  await em.flush();
  return secret;
}

/** The person of a half session; null where the secret is unknown, or five minutes have passed. */
export async function halfSignedIn(orm: Orm, secret: string): Promise<HalfSignedIn | null> {
  return inPanel(orm, async (em) => {
    const found = await findHalf(em, secret);
    if (!found) return null;
    const { id: personId, email } = found.person;
    const { hasTotp, passkeys } = await factorsIn(em, personId);
    return { halfId: found.half.id, personId, email, hasTotp, hasPasskey: passkeys.length > 0 };
  });
}

/**
 * Opens a session for a person who typed the right password before, and a code now: of the authenticator app, or a recovery code. Each code is
 * valid once.
 *
 * @returns the session's secret
 * @throws DomainError `invalid_link` where five minutes have passed; SignInRefused also where there were too many tries
 */
export async function passByCode(
  { orm, masterKey }: { orm: Orm; masterKey: MasterKey },
  secret: string,
  code: string,
  place: SignInPlace,
): Promise<string> {
  const known = await inPanel(orm, (em) => findHalf(em, secret));
  if (!known) throw halfEnded();
  await spendCodeAttempts(orm, known.person.id, place.network);
  return inPanel(orm, async (em) => {
    const found = await findHalf(em, secret);
    if (!found) throw halfEnded();
    const { half, person } = found;
    const isRight = (await spendTotp(em, masterKey, person, code)) || (await spendRecoveryCode(em, person, code));
    if (!isRight)
      throw new SignInRefused(0, 'O código não confere, ou já foi usado. Digite o que o aplicativo mostra agora.');
    if ((await em.nativeDelete(HalfSession, { id: half.id })) !== 1) throw halfEnded();
    return openPanelSession(em, person, place);
  });
}

/**
 * As `passByCode`, by a passkey of that person.
 *
 * @throws DomainError `invalid_link` where five minutes have passed; SignInRefused
 */
export async function passByPasskey(
  orm: Orm,
  site: PasskeySite,
  { secret, answer }: { secret: string; answer: string },
  place: SignInPlace,
): Promise<string> {
  const known = await inPanel(orm, (em) => findHalf(em, secret));
  if (!known) throw halfEnded();
  const signer = await whoSigned(orm, site, { purpose: 'SECOND_FACTOR', holder: known.half.id }, answer);
  if (signer.id !== known.person.id) throw passkeyRefused();
  return inPanel(orm, async (em) => {
    if ((await em.nativeDelete(HalfSession, { id: known.half.id })) !== 1) throw halfEnded();
    return openPanelSession(em, signer, place);
  });
}

async function spendTotp(em: EntityManager, masterKey: MasterKey, person: Person, code: string): Promise<boolean> {
  if (!person.totpSealed) return false;
  const step = stepOf(unseal(masterKey, sealOwner.totp(person.id), person.totpSealed), code, new Date());
  if (step === null) return false;
  const isNewer = { $or: [{ totpLastStep: null }, { totpLastStep: { $lt: step } }] };
  return (await em.nativeUpdate(Person, { id: person.id, ...isNewer }, { totpLastStep: step })) === 1;
}

async function spendRecoveryCode(em: EntityManager, { id, name }: Person, code: string): Promise<boolean> {
  const codeHash = hashRecoveryCode(code);
  if (codeHash === null) return false;
  const used = await em.nativeUpdate(RecoveryCode, { person: id, codeHash, usedAt: null }, { usedAt: new Date() });
  if (used !== 1) return false;
  const actor = { kind: 'PERSON', id, name, office: null } as const;
  record(em, actor, { action: 'PERSON_RECOVERY_CODE_USED', subject: id });
  return true;
}

async function findHalf(em: EntityManager, secret: string): Promise<{ half: HalfSession; person: Person } | null> {
  if (!looksLikeLinkToken(secret)) return null;
  const half = await em.findOne(HalfSession, { tokenHash: hashLinkToken(secret), endsAt: { $gt: new Date() } });
  const person = half && (await em.findOne(Person, { id: half.person, status: 'ACTIVE' }));
  return half && person && { half, person };
}

function halfEnded(): DomainError {
  return new DomainError('invalid_link', 'O tempo para o segundo passo acabou. Entre de novo.');
}
