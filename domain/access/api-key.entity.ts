import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  ...ownedByCompany,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    company: () => p.manyToOne(Company).mapToPk(),
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
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/** A company's credential: what it may do, how fast, and until when. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
