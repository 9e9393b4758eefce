import { defineEntity, p } from '@mikro-orm/core';
import { everyCompanyPolicy, overseenOffice, tenantRole } from '../companies/ownership.ts';

const InstallationSchema = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  policies: [{ name: 'read_all', command: 'select', roles: [tenantRole], using: 'true' }, everyCompanyPolicy],
  properties: {
    id: p.uuid().primary(),
    createdAt: p.datetime(),
    /** Counted up with each round of reconciliation, and then outside the database: one that is behind went back in time. */
    epoch: p.integer().default(0),
    /** Where it lies: server, history of the server, database. Another one is a copy of it, or what was restored. Null until a worker comes. */
    place: p.text().nullable(),
  },
});

/**
 * The one row that says which installation this database is. Migrations make it, so that copies of a database are the same installation, and
 * two that were begun apart are not; a namespace of Temporal belongs to one of them (`temporal/claim.ts`).
 */
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);

const WorkerPresenceSchema = defineEntity({
  name: 'WorkerPresence',
  tableName: 'worker_presence',
  policies: [everyCompanyPolicy, overseenOffice],
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
