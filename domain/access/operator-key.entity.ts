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
    /** Ids of the companies that it is bound to; null where it reaches all of the installation, those to come too. */
    companies: p.array().nullable(),
    /** Tokens a second and bucket size of the rate limit. */
    ratePerSecond: p.integer().default(20),
    rateBurst: p.integer().default(100),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
});

/** A credential of the installation's operator for the admin API. No process reads these rows: `admit_admin` does. */
export class OperatorKey extends OperatorKeySchema.class {}
OperatorKeySchema.setClass(OperatorKey);

const ownKey = `key_id = (current_setting('lavra.operator_key'::text))::uuid`;

const OperatorRequestSchema = defineEntity({
  name: 'OperatorRequest',
  tableName: 'operator_request',
  policies: [{ name: 'own_key', roles: [operatorRole], using: ownKey, check: ownKey }],
  properties: {
    key: () => p.manyToOne(OperatorKey).primary().mapToPk().deleteRule('no action').updateRule('no action'),
    /** As its caller wrote it in `Idempotency-Key`. */
    idempotencyKey: p.string().length(100).primary(),
    /** SHA-256 of operation, path and body, lowercase hex. */
    fingerprint: p.string().length(64),
    /** What it made, or was done to; null where that is nothing that has an id. */
    resourceId: p.uuid().nullable(),
    /** What a repetition is told of an act that made nothing; never a secret. */
    answer: p.json<unknown>().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['createdAt'] }],
});

/** What a caller may ask for again, written in the transaction that did it: a repetition is told what came of the first, for 30 days. */
export class OperatorRequest extends OperatorRequestSchema.class {}
OperatorRequestSchema.setClass(OperatorRequest);
