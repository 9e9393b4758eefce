import { defineEntity, p } from '@mikro-orm/core';

const RateBucketSchema = defineEntity({
  name: 'RateBucket',
  tableName: 'rate_bucket',
  properties: {
    keyId: p.uuid().primary(),
    tokens: p.double(),
    refilledAt: p.datetime(),
  },
});

/** The token bucket of one API key, shared by all API processes; its `refilledAt` is also when the key was last used. */
export class RateBucket extends RateBucketSchema.class {}
RateBucketSchema.setClass(RateBucket);
