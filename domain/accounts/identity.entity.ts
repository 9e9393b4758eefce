import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Person } from './person.entity.ts';

/** Minutes within which somebody who was sent to the provider may come back. */
export const providerTryMinutes = 10;

const PersonIdentitySchema = defineEntity({
  name: 'PersonIdentity',
  tableName: 'person_identity',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    issuer: p.string().length(300),
    /** Id of the person at the provider, which never becomes another person's, even where her address does. */
    subject: p.string().length(255),
    createdAt: nowOnCreate(3),
    lastUsedAt: p.datetime(3),
  },
  uniques: [{ name: 'person_identity_subject', properties: ['issuer', 'subject'] }],
  indexes: [{ properties: ['person'] }],
});

/** Links a person to her identity at the organization's own sign-in. */
export class PersonIdentity extends PersonIdentitySchema.class {}
PersonIdentitySchema.setClass(PersonIdentity);

const providerPurposes = ['SIGN_IN', 'CONFIRM'] as const;
export type ProviderPurpose = (typeof providerPurposes)[number];

const ProviderAttemptSchema = defineEntity({
  name: 'ProviderAttempt',
  tableName: 'provider_attempt',
  properties: {
    /** SHA-256 of the token in the browser's cookie, from which state, nonce and PKCE verifier are derived. */
    tokenHash: p.string().length(64).primary(),
    purpose: p.enum(providerPurposes),
    /** Id of the session that asked for it; null for a sign-in, which has no session yet. */
    holder: p.uuid().nullable(),
    /** The page that she wanted to see. */
    back: p.string().length(1000),
    endsAt: p.datetime(3),
  },
  indexes: [{ properties: ['endsAt'] }],
});

/** A browser that was sent to the provider; it may come back once. */
export class ProviderAttempt extends ProviderAttemptSchema.class {}
ProviderAttemptSchema.setClass(ProviderAttempt);
