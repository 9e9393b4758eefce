import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { operatorRole } from '../companies/ownership.ts';

const OperatorKeySchema = defineEntity({
  name: 'OperatorKey',
  tableName: 'operator_key',
  properties: {
    id: uuidKey(),
    name: p.string().length(100),
    /** SHA-256 of the whole key, lowercase hex; the key itself is never stored. */
    hash: p.string().length(64).unique(),
    /** First and last characters, enough to recognise a key in a list. */
    hint: p.string().length(20),
    scopes: p.array(),
    /** Ids of the companies to which it is bound; null where it covers the whole installation, also companies that are created later. */
    companies: p.array().nullable(),
    /** Tokens a second and bucket size of the rate limit. */
    ratePerSecond: p.integer().default(20),
    rateBurst: p.integer().default(100),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
});

/** An operator's key for the admin API. The processes do not read these rows: the database function `admit_admin` does. */
export class OperatorKey extends OperatorKeySchema.class {}
OperatorKeySchema.setClass(OperatorKey);

const ownKey = `key_id = (current_setting('lavra.operator_key'::text))::uuid`;

const OperatorRequestSchema = defineEntity({
  name: 'OperatorRequest',
  tableName: 'operator_request',
  policies: [{ name: 'own_key', roles: [operatorRole], using: ownKey, check: ownKey }],
  properties: {
    key: () => p.manyToOne(OperatorKey).primary().mapToPk().deleteRule('no action').updateRule('no action'),
    /** The caller's `Idempotency-Key`. */
    idempotencyKey: p.string().length(100).primary(),
    /** SHA-256 of operation, path and body, lowercase hex. */
    fingerprint: p.string().length(64),
    /** Id of what was created or changed; null where that has no id. */
    resourceId: p.uuid().nullable(),
    /** The answer to repeat for a request that created nothing; never a secret. */
    answer: p.json<unknown>().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['createdAt'] }],
});

/** A request with an idempotency key, written in the transaction that carried it out: for 30 days a repetition gets the answer of the first. */
export class OperatorRequest extends OperatorRequestSchema.class {}
OperatorRequestSchema.setClass(OperatorRequest);
