import { setTimeout } from 'node:timers/promises';
import type { Kysely } from '@mikro-orm/postgresql';
import type { Orm } from '../../config/orm.ts';
import type { SeenKeys } from '../../operations/imports/rows.ts';

/** Gives `work` an empty set of keys, and drops it afterwards. The set is a temporary table, so that a file of any size fits. */
export async function withSeenKeys<Result>(
  session: DatabaseSession,
  work: (seen: SeenKeys) => Promise<Result>,
): Promise<Result> {
  await session.ask(({ schema }) =>
    schema
      .createTable('import_seen')
      .temporary()
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('line', 'integer', (column) => column.notNull())
      .execute(),
  );
  try {
    return await work(seenIn(session));
  } finally {
    await session.ask(({ schema }) => schema.dropTable('import_seen').execute());
  }
}

function seenIn(session: DatabaseSession): SeenKeys {
  return {
    async linesOf(keys) {
      if (keys.length === 0) return new Map();
      const found = await session.ask((db) =>
        db.selectFrom('import_seen').selectAll().where('key', 'in', keys).execute(),
      );
      return new Map(found.map(({ key, line }) => [key, line]));
    },
    async add(lines) {
      if (lines.size === 0) return;
      const rows = [...lines].map(([key, line]) => ({ key, line }));
      await session.ask((db) => db.insertInto('import_seen').values(rows).execute());
    },
  };
}

type Scratch = { import_seen: { key: string; line: number } };

/** One database connection of its own, for what lasts as long as a session of PostgreSQL: locks and temporary tables. */
export type DatabaseSession = { ask<Result>(question: (db: Kysely<Scratch>) => Promise<Result>): Promise<Result> };

/** Runs `work` on one connection. PostgreSQL drops its locks and temporary tables when the connection ends, also after a kill. */
export function onOneConnection<Result>(
  orm: Orm,
  work: (session: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  const client = orm.em.getConnection().getClient<Scratch>();
  return client.connection().execute((db) => {
    const ask: DatabaseSession['ask'] = (question) =>
      question(db).catch((error: unknown) => {
        throw error instanceof Error ? orm.em.getDriver().convertException(error) : error;
      });
    return work({ ask });
  });
}

/** Takes an advisory lock, and waits up to `waitMs` while another session holds it. @returns false where it still does */
export async function lockWithin(session: DatabaseSession, key: bigint, waitMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const { taken } = await session.ask((db) =>
      db
        .selectNoFrom((eb) => eb.fn<boolean>('pg_try_advisory_lock', [eb.val(String(key))]).as('taken'))
        .executeTakeFirstOrThrow(),
    );
    if (taken) return true;
    if (Date.now() >= deadline) return false;
    await setTimeout(200);
  }
}

export async function unlock(session: DatabaseSession, key: bigint): Promise<void> {
  await session.ask((db) =>
    db.selectNoFrom((eb) => eb.fn<boolean>('pg_advisory_unlock', [eb.val(String(key))]).as('released')).execute(),
  );
}
