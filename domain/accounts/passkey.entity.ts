import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Person } from './person.entity.ts';

/** Minutes within which a challenge may be signed. */
export const challengeMinutes = 5;

const passkeyPurposes = ['SIGN_IN', 'SECOND_FACTOR', 'CONFIRM', 'REGISTER'] as const;
export type PasskeyPurpose = (typeof passkeyPurposes)[number];

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    /** The authenticator's id of the credential, in base64url: up to 1,023 bytes. */
    credentialId: p.string().length(1400).unique('passkey_credential_id_unique'),
    /** COSE key, in base64url. */
    publicKey: p.text(),
    /** The authenticator's signature counter; 0 for a passkey that is synchronized between devices. */
    counter: p.bigint('number'),
    transports: p.array(),
    /** Name that the person gave it. */
    name: p.string().length(80),
    createdAt: nowOnCreate(3),
    lastUsedAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['person'] }],
});

/** A passkey on a person's telephone, computer or token; it signs for her at this address only. */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenge',
  properties: {
    /** SHA-256 of the challenge. */
    challengeHash: p.string().length(64).primary(),
    purpose: p.enum(passkeyPurposes),
    /** Id of the session, or half session, that asked for it; null before anybody is known. */
    holder: p.uuid().nullable(),
    endsAt: p.datetime(3),
  },
  indexes: [{ properties: ['endsAt'] }],
});

/** A challenge for a passkey: it may be signed once, for one purpose, and in one session. */
export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);
