import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { parse as uuidBytes } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, newLinkToken } from '../../domain/access/key.ts';
import {
  challengeMinutes,
  Passkey,
  PasskeyChallenge,
  type PasskeyPurpose,
} from '../../domain/accounts/passkey.entity.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { inPanel } from '../in-company.ts';
import { SignInRefused, spendNetworkAttempt } from './attempts.ts';

/** The panel as passkeys know it: the domain that they are bound to, and the origin of its pages. */
export type PasskeySite = { id: string; origin: string };

/** The purpose of a signature, and the session or half session that asks for it; null while it is not known who signs in. */
export type PasskeyRequest = { purpose: PasskeyPurpose; holder: string | null };

/**
 * Makes a challenge that is valid once, within five minutes.
 *
 * @throws SignInRefused where a network asks too often
 */
export async function newChallenge(orm: Orm, { purpose, holder }: PasskeyRequest, network: string): Promise<string> {
  await spendNetworkAttempt(orm, network);
  const challenge = newLinkToken();
  const now = Date.now();
  await inPanel(orm, async (em) => {
    await em.nativeDelete(PasskeyChallenge, { endsAt: { $lt: new Date(now) } });
    const endsAt = new Date(now + challengeMinutes * 60_000);
    em.create(PasskeyChallenge, { challengeHash: hashLinkToken(challenge), purpose, holder, endsAt });
  });
  return challenge;
}

/** Uses up a challenge. @returns whether it was issued for this purpose and holder, and not used before */
export async function takeChallenge(
  orm: Orm,
  { purpose, holder }: PasskeyRequest,
  challenge: string,
): Promise<boolean> {
  const wanted = { challengeHash: hashLinkToken(challenge), purpose, holder, endsAt: { $gt: new Date() } };
  return (await inPanel(orm, (em) => em.nativeDelete(PasskeyChallenge, wanted))) === 1;
}

/**
 * The options with which a browser asks for a passkey's signature: by any passkey of that person or, without a person, by whichever is chosen.
 *
 * @throws SignInRefused where a network asks too often
 */
export async function signatureOptions(
  orm: Orm,
  site: PasskeySite,
  asking: PasskeyRequest,
  { personId, network }: { personId: string | null; network: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const own = personId === null ? [] : await inPanel(orm, (em) => em.find(Passkey, { person: personId }));
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: Buffer.from(await newChallenge(orm, asking, network), 'base64url'),
    allowCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'required',
    timeout: challengeMinutes * 60_000,
  });
}

/**
 * The person whose passkey signed the challenge.
 *
 * @param answer of the browser, as JSON
 * @throws SignInRefused where it is no signature of a known passkey, or is for another challenge, purpose or session
 */
export async function whoSigned(orm: Orm, site: PasskeySite, asking: PasskeyRequest, answer: string): Promise<Person> {
  const sent = answerOf<AuthenticationResponseJSON>(answer);
  const known = sent && (await inPanel(orm, (em) => em.findOne(Passkey, { credentialId: sent.response.id })));
  if (!known || !(await takeChallenge(orm, asking, sent.challenge))) throw passkeyRefused();
  const { response, challenge } = sent;
  const newCounter = await counterOf(site, { response, challenge, passkey: known });
  const handle = response.response.userHandle;
  const isOfPerson = handle === undefined || handle === userHandleOf(known.person);
  if (newCounter === null || !isOfPerson) throw passkeyRefused();
  return inPanel(orm, async (em) => {
    const { id, counter } = known;
    const used = await em.nativeUpdate(Passkey, { id, counter }, { counter: newCounter, lastUsedAt: new Date() });
    const person = await em.findOne(Person, { id: known.person, status: 'ACTIVE' });
    if (used !== 1 || !person) throw passkeyRefused();
    return person;
  });
}

/** The signature counter that the passkey reports, where its signature is right; else null. */
async function counterOf(
  site: PasskeySite,
  { response, challenge, passkey }: { response: AuthenticationResponseJSON; challenge: string; passkey: Passkey },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null; // The library throws where the answer is wrong
  }
}

type Answer = { id: string; response: { clientDataJSON: string } };

/** Parses a browser's answer far enough to read its challenge; null where it has not the form of an answer. The library checks the rest. */
export function answerOf<Kind extends Answer>(text: string): { response: Kind; challenge: string } | null {
  try {
    const response = JSON.parse(text) as Kind;
    const signed = Buffer.from(response.response.clientDataJSON, 'base64url').toString('utf8');
    const { challenge } = JSON.parse(signed) as { challenge: unknown };
    return typeof response.id === 'string' && typeof challenge === 'string' ? { response, challenge } : null;
  } catch {
    return null;
  }
}

/** The user handle of a person, in base64url: the bytes of its id. */
function userHandleOf(personId: string): string {
  return Buffer.from(uuidBytes(personId)).toString('base64url');
}

export function passkeyRefused(): SignInRefused {
  return new SignInRefused(0, 'A chave de acesso não foi aceita. Tente de novo, ou use a senha.');
}
