import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Person } from './person.entity.ts';

/** After so long without a request a session ends, and after so long whatever happens. */
export const idleHours = 12;
export const sessionDays = 14;

/** That a session was opened by the organization's sign-in: which vouches for a second factor, or does not. */
const providerStandings = ['SIGNED_IN', 'VOUCHED'] as const;
export type ProviderStanding = (typeof providerStandings)[number];

const PanelSessionSchema = defineEntity({
  name: 'PanelSession',
  tableName: 'panel_session',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    /** SHA-256 of what the cookie holds. */
    tokenHash: p.string().length(64).unique('panel_session_token_hash_unique'),
    createdAt: nowOnCreate(3),
    /** To the minute. */
    lastSeenAt: p.datetime(3),
    /** When the person last proved who she is: by signing in, or because something dangerous asked for it. */
    confirmedAt: p.datetime(3).nullable(),
    endsAt: p.datetime(3),
    /** Where it was opened from: an IPv4 /24 or an IPv6 /64, and the browser's own words. */
    network: p.string().length(60),
    agent: p.string().length(200),
    /** Null where she came in by what is ours. */
    provider: p.enum(providerStandings).nullable(),
  },
  indexes: [{ properties: ['person'] }],
});

/** A browser in which a person is signed in. One that ended has no row. */
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

/** A link by which a person chooses a password: once, and not for long. */
export class PersonToken extends PersonTokenSchema.class {}
PersonTokenSchema.setClass(PersonToken);

const SignInBucketSchema = defineEntity({
  name: 'SignInBucket',
  tableName: 'sign_in_bucket',
  properties: {
    /** SHA-256 of an address or of a network. */
    key: p.string().length(64).primary(),
    tokens: p.double(),
    refilledAt: p.datetime(3),
  },
});

/** How often somebody may still try to sign in. */
export class SignInBucket extends SignInBucketSchema.class {}
SignInBucketSchema.setClass(SignInBucket);
