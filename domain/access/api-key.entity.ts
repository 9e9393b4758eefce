import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByEither, withinKey } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  ...ownedByEither,
  policies: [...ownedByEither.policies, withinKey()],
  properties: {
    id: uuidKey(),
    /** A key belongs to a company or to an office, never to both. */
    company: () => p.manyToOne(Company).mapToPk().nullable().deleteRule('no action'),
    office: () => p.manyToOne(Office).mapToPk().nullable().deleteRule('no action'),
    name: p.string().length(100),
    /** SHA-256 of the whole key, lowercase hex; the key itself is never stored. */
    hash: p.string().length(64).unique(),
    /** First and last characters, enough to recognise a key in a list. */
    hint: p.string().length(20),
    scopes: p.array(),
    /** Tokens a second and bucket size of the rate limit. */
    ratePerSecond: p.integer().default(20),
    rateBurst: p.integer().default(100),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
  checks: [{ name: 'api_key_owner_check', expression: 'num_nonnulls(company_id, office_id) = 1' }],
});

/** An API key of a company or of an office: what it may do, how fast, and until when. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);

const RateBucketSchema = defineEntity({
  name: 'RateBucket',
  tableName: 'rate_bucket',
  properties: {
    keyId: p.uuid().primary(),
    tokens: p.double(),
    refilledAt: p.datetime(),
  },
});

/** The token bucket of one API key, shared by all API processes; its `refilledAt` is also the time of the key's last use. */
export class RateBucket extends RateBucketSchema.class {}
RateBucketSchema.setClass(RateBucket);
