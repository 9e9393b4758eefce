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
    /** Its portal's name: `SP`, `SVRS`, `SVC-AN`. */
    authorizer: p.string().length(10).primary(),
    environment: p.enum(environments).primary(),
    model: p.enum(models).primary(),
    /** Of an SVC, which is switched on state by state: the state of the issuers; '' of every other. */
    state: p.string().length(2).primary().default(''),
    standing: p.enum(standings),
    /** Since when it stands so. */
    since: p.datetime(),
    /** Why, as a sentence in Portuguese. */
    reason: p.text(),
    /** cStat of the answer that says so; null where none came. */
    cStat: p.string().length(8).nullable(),
    /** Messages that it left unanswered since its last answer. */
    faults: p.integer().default(0),
    /** Whether another of its services has answered since it last said 107, and how often in a row none had before it was shut again. */
    isProven: p.boolean().default(true),
    relapses: p.integer().default(0),
    /** When it last gave reason to ask for its status. */
    doubtedAt: p.datetime().nullable(),
    /** The last question about the service, and from when on the next one is allowed. */
    askedAt: p.datetime().nullable(),
    notBefore: p.datetime().nullable(),
    /** When it last said that it is in operation (107). */
    servingAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
});

/** What is known of an authorizer's service: one row for all companies, kept by its judge. */
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

/** One change of an authorizer's service, for those who ask afterwards when and why. */
export class AuthorityChange extends AuthorityChangeSchema.class {}
AuthorityChangeSchema.setClass(AuthorityChange);
