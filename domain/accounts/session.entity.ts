import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Person } from './person.entity.ts';

/** Hours without a request after which a session ends, and days after which it ends in any case. */
export const idleHours = 12;
export const sessionDays = 14;

/** Says that the session was opened through the organization's sign-in, which vouched for a second factor (`VOUCHED`) or did not. */
const providerStandings = ['SIGNED_IN', 'VOUCHED'] as const;
export type ProviderStanding = (typeof providerStandings)[number];

const PanelSessionSchema = defineEntity({
  name: 'PanelSession',
  tableName: 'panel_session',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    /** SHA-256 of the token in the cookie. */
    tokenHash: p.string().length(64).unique('panel_session_token_hash_unique'),
    createdAt: nowOnCreate(3),
    /** Updated once a minute at most. */
    lastSeenAt: p.datetime(3),
    /** When the person last proved who she is: by signing in, or because something dangerous asked for it again. */
    confirmedAt: p.datetime(3).nullable(),
    endsAt: p.datetime(3),
    /** Network from which it was opened (an IPv4 /24 or an IPv6 /64), and below it the browser's User-Agent. */
    network: p.string().length(60),
    agent: p.string().length(200),
    /** Null where she signed in with a password or passkey. */
    provider: p.enum(providerStandings).nullable(),
  },
  indexes: [{ properties: ['person'] }],
});

/** A browser in which a person is signed in. Its row is deleted when it ends. */
export class PanelSession extends PanelSessionSchema.class {}
PanelSessionSchema.setClass(PanelSession);

const PersonTokenSchema = defineEntity({
  name: 'PersonToken',
  tableName: 'person_token',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    tokenHash: p.string().length(64).unique('person_token_token_hash_unique'),
    createdAt: nowOnCreate(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['person'] }],
});

/** A link by which a person chooses a password; it works once, and for a short time. */
export class PersonToken extends PersonTokenSchema.class {}
PersonTokenSchema.setClass(PersonToken);

const SignInBucketSchema = defineEntity({
  name: 'SignInBucket',
  tableName: 'sign_in_bucket',
  properties: {
    /** SHA-256 of an e-mail address or of a network. */
    key: p.string().length(64).primary(),
    tokens: p.double(),
    refilledAt: p.datetime(3),
  },
});

/** Token bucket of attempts to sign in. */
export class SignInBucket extends SignInBucketSchema.class {}
SignInBucketSchema.setClass(SignInBucket);
