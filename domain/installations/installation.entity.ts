import { defineEntity, p } from '@mikro-orm/core';
import { everyCompanyPolicy, overseenOffice, tenantRole } from '../companies/ownership.ts';

const InstallationSchema = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  policies: [{ name: 'read_all', command: 'select', roles: [tenantRole], using: 'true' }, everyCompanyPolicy],
  properties: {
    id: p.uuid().primary(),
    createdAt: p.datetime(),
    /** Counted up with each round of reconciliation and then written to Temporal: a database with a lower number than Temporal has was restored. */
    epoch: p.integer().default(0),
    /**
     * Where the database is: server, history of the server, database. A different place means a copy or a restore. Null until a worker has started.
     */
    place: p.text().nullable(),
  },
});

/**
 * The one row that identifies the installation. Migrations make it, so that a copy of a database is the same installation, and two databases that
 * were made separately are not. A namespace of Temporal belongs to one installation (`temporal/claim.ts`).
 */
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);

const WorkerPresenceSchema = defineEntity({
  name: 'WorkerPresence',
  tableName: 'worker_presence',
  policies: [everyCompanyPolicy, overseenOffice],
  properties: {
    /** Host and port of its metrics; a worker that is started again has the same. */
    place: p.text().primary(),
    startedAt: p.datetime(),
    seenAt: p.datetime(),
  },
});

/** A worker that has not ended by itself, and when it last wrote its row. */
export class WorkerPresence extends WorkerPresenceSchema.class {}
WorkerPresenceSchema.setClass(WorkerPresence);
