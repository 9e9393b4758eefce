import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Person } from './person.entity.ts';

/** For so long a challenge may be signed. */
export const challengeMinutes = 5;

const passkeyPurposes = ['SIGN_IN', 'SECOND_FACTOR', 'CONFIRM', 'REGISTER'] as const;
export type PasskeyPurpose = (typeof passkeyPurposes)[number];

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    /** As the authenticator calls it, in base64url: of up to 1,023 bytes. */
    credentialId: p.string().length(1400).unique('passkey_credential_id_unique'),
    /** COSE, in base64url. */
    publicKey: p.text(),
    /** How often it has signed, as it says itself; 0 of one that lives on several devices. */
    counter: p.bigint('number'),
    transports: p.array(),
    /** As the person calls it. */
    name: p.string().length(80),
    createdAt: nowOnCreate(3),
    lastUsedAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['person'] }],
});

/** A key on a person's telephone, computer or token that signs for her at this address alone. */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenge',
  properties: {
    /** SHA-256 of what is to be signed. */
    challengeHash: p.string().length(64).primary(),
    purpose: p.enum(passkeyPurposes),
    /** The session, or half session, that asked for it; null while it is not known who comes. */
    holder: p.uuid().nullable(),
    endsAt: p.datetime(3),
  },
  indexes: [{ properties: ['endsAt'] }],
});

/** What a passkey is asked to sign: once, for one purpose, and of one session. */
export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);
