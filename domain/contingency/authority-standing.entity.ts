import { defineEntity, p } from '@mikro-orm/core';
import { uuidKey } from '../columns.ts';
import { everyCompanyPolicy, overseenByAnybody } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { standings } from '../conversation/authority.ts';
import { models } from '../document-types.ts';

const AuthorityStandingSchema = defineEntity({
  name: 'AuthorityStanding',
  tableName: 'authority_standing',
  policies: [everyCompanyPolicy, overseenByAnybody],
  properties: {
    /** The authorizer's name on the portal: `SP`, `SVRS`, `SVC-AN`. */
    authorizer: p.string().length(10).primary(),
    environment: p.enum(environments).primary(),
    model: p.enum(models).primary(),
    /** For an SVC, which is switched on state by state, the state of the issuers; '' for every other authorizer. */
    state: p.string().length(2).primary().default(''),
    standing: p.enum(standings),
    /** Since when it has this standing. */
    since: p.datetime(),
    /** Why it has this standing, as a sentence in Portuguese. */
    reason: p.text(),
    /** cStat of the answer that tells so; null where no answer came. */
    cStat: p.string().length(8).nullable(),
    /** Messages left unanswered, and other doubts, since another service of the authorizer last answered (`KnownStanding`). */
    faults: p.integer().default(0),
    /**
     * `isProven`: whether another of its services has answered since the last 107. `relapses`: how often in a row none had before it was shut again.
     */
    isProven: p.boolean().default(true),
    relapses: p.integer().default(0),
    /** When it last gave a reason to ask for its status. */
    doubtedAt: p.datetime().nullable(),
    /** `askedAt`: when its status was last asked for. `notBefore`: from when on it may be asked for again. */
    askedAt: p.datetime().nullable(),
    notBefore: p.datetime().nullable(),
    /** When it last answered that it is in operation (107). */
    servingAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
});

/** The standing of an authorizer's service: one row for all companies, kept by its judge. */
export class AuthorityStanding extends AuthorityStandingSchema.class {}
AuthorityStandingSchema.setClass(AuthorityStanding);

const AuthorityChangeSchema = defineEntity({
  name: 'AuthorityChange',
  tableName: 'authority_change',
  policies: [everyCompanyPolicy, overseenByAnybody],
  properties: {
    id: uuidKey(),
    authorizer: p.string().length(10),
    environment: p.enum(environments),
    model: p.enum(models),
    state: p.string().length(2).default(''),
    standing: p.enum(standings),
    reason: p.text(),
    cStat: p.string().length(8).nullable(),
    changedAt: p.datetime(),
  },
  indexes: [{ properties: ['authorizer', 'environment', 'model', 'changedAt'] }],
});

/** One change of a service's standing, for those who ask later when and why. */
export class AuthorityChange extends AuthorityChangeSchema.class {}
AuthorityChangeSchema.setClass(AuthorityChange);
