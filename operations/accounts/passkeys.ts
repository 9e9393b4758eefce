import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { parse as uuidBytes } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { challengeMinutes, Passkey } from '../../domain/accounts/passkey.entity.ts';
import type { SecondFactorDuty } from '../../domain/accounts/second-factor-duty.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import { firstRecoveryCodes, forgetNeedlessCodes } from './own-factors.ts';
import { answerOf, newChallenge, type PasskeySite, takeChallenge } from './passkey-proof.ts';
import { endOtherSessions } from './people.ts';
import { removeFactor } from './second-factor-duty.ts';
import { actorOfPerson, type SignedIn } from './sessions.ts';

/** COSE numbers of EdDSA, ECDSA and RSA with SHA-256. Every authenticator has one of them; algorithms that Node calls experimental are left out. */
const algorithms = [-8, -7, -257];

/** The passkeys of a person, the oldest first. */
export function passkeysOf(orm: Orm, personId: string): Promise<Passkey[]> {
  return inPanel(orm, (em) => em.find(Passkey, { person: personId }, { orderBy: { createdAt: 'asc' } }));
}

/**
 * The options with which a browser creates a passkey.
 *
 * @throws SignInRefused where a network asks too often
 */
export async function registrationOptions(
  orm: Orm,
  site: PasskeySite,
  { personId, sessionId, email, name }: SignedIn,
  network: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await passkeysOf(orm, personId);
  const challenge = await newChallenge(orm, { purpose: 'REGISTER', holder: sessionId }, network);
  return generateRegistrationOptions({
    rpName: 'Lavra',
    rpID: site.id,
    userID: new Uint8Array(uuidBytes(personId)),
    userName: email,
    userDisplayName: name,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: challengeMinutes * 60_000,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Stores a passkey that a browser created: from now on it signs the person in, and the password alone does not. Other sessions and half
 * sessions end.
 *
 * @param answer of the browser, as JSON
 * @returns recovery codes for a person who had none; they cannot be shown again
 * @throws DomainError `validation_error` where it is no passkey, or was created for something else
 */
export async function addPasskey(
  orm: Orm,
  site: PasskeySite,
  who: SignedIn,
  { name, answer }: { name: string; answer: string },
): Promise<string[]> {
  const made = await madePasskey(orm, site, who, answer);
  return inPanel(orm, async (em) => {
    const { personId: person } = who;
    const { id: credentialId, publicKey, counter, transports } = made;
    if (await em.count(Passkey, { credentialId })) throw notMade();
    em.create(Passkey, {
      ...{ person, credentialId, counter },
      publicKey: Buffer.from(publicKey).toString('base64url'),
      transports: transports ?? [],
      name: name.trim().slice(0, 80) || 'Chave de acesso',
      lastUsedAt: null,
    });
    await endOtherSessions(em, who);
    record(em, actorOfPerson(who), { action: 'PERSON_PASSKEY_ADDED', subject: person });
    return firstRecoveryCodes(em, person);
  });
}

async function madePasskey(orm: Orm, site: PasskeySite, { sessionId }: SignedIn, answer: string) {
  const sent = answerOf<RegistrationResponseJSON>(answer);
  const asking = { purpose: 'REGISTER', holder: sessionId } as const;
  if (!sent || !(await takeChallenge(orm, asking, sent.challenge))) throw notMade();
  const checked = await verifyRegistrationResponse({
    ...{ response: sent.response, expectedChallenge: sent.challenge },
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) throw notMade();
  return checked.registrationInfo.credential;
}

/**
 * Removes a passkey; does nothing where there is none, or it is not this person's.
 *
 * @throws DomainError as `removeFactor`
 */
export async function removePasskey(orm: Orm, who: SignedIn, id: string, duty: SecondFactorDuty): Promise<void> {
  await inPanel(orm, (em) =>
    removeFactor(em, duty, who, async () => {
      const { personId: person } = who;
      if ((await em.nativeDelete(Passkey, { id, person })) === 0) return;
      await forgetNeedlessCodes(em, person);
      record(em, actorOfPerson(who), { action: 'PERSON_PASSKEY_REMOVED', subject: person });
    }),
  );
}

function notMade(): DomainError {
  return new DomainError('validation_error', 'A chave de acesso não foi guardada. Abra a página de novo e repita.');
}
