import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Person } from './person.entity.ts';

/** For so long who was sent to the provider may come back. */
export const providerTryMinutes = 10;

const PersonIdentitySchema = defineEntity({
  name: 'PersonIdentity',
  tableName: 'person_identity',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    issuer: p.string().length(300),
    /** Who she is there: never another's, whatever becomes of addresses. */
    subject: p.string().length(255),
    createdAt: nowOnCreate(3),
    lastUsedAt: p.datetime(3),
  },
  uniques: [{ name: 'person_identity_subject', properties: ['issuer', 'subject'] }],
  indexes: [{ properties: ['person'] }],
});

/** Who a person is at the organization's own sign-in. */
export class PersonIdentity extends PersonIdentitySchema.class {}
PersonIdentitySchema.setClass(PersonIdentity);

const providerPurposes = ['SIGN_IN', 'CONFIRM'] as const;
export type ProviderPurpose = (typeof providerPurposes)[number];

const ProviderAttemptSchema = defineEntity({
  name: 'ProviderAttempt',
  tableName: 'provider_attempt',
  properties: {
    /** SHA-256 of what the browser keeps; all that goes to the provider is made of that. */
    tokenHash: p.string().length(64).primary(),
    purpose: p.enum(providerPurposes),
    /** The session that asked for it; null where somebody signs in, who has none yet. */
    holder: p.uuid().nullable(),
    /** Where she was going. */
    back: p.string().length(1000),
    endsAt: p.datetime(3),
  },
  indexes: [{ properties: ['endsAt'] }],
});

/** A browser that was sent to the provider: it comes back once. */
export class ProviderAttempt extends ProviderAttemptSchema.class {}
ProviderAttemptSchema.setClass(ProviderAttempt);
