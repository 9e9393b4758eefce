import { defineEntity, p } from '@mikro-orm/core';
import { everyCompanyPolicy } from '../companies/ownership.ts';

const WorkerPresenceSchema = defineEntity({
  name: 'WorkerPresence',
  tableName: 'worker_presence',
  policies: [everyCompanyPolicy],
  properties: {
    /** Host and port of its metrics: one that is started again has the same. */
    place: p.text().primary(),
    startedAt: p.datetime(),
    seenAt: p.datetime(),
  },
});

/** A worker that has not ended by itself, and when it was last heard of. */
export class WorkerPresence extends WorkerPresenceSchema.class {}
WorkerPresenceSchema.setClass(WorkerPresence);
