import { setTimeout } from 'node:timers/promises';
import type { Kysely } from '@mikro-orm/postgresql';
import type { Orm } from '../../config/orm.ts';

type Scratch = { import_seen: { key: string; line: number } };

/** One connection of its own, for what belongs to a session of PostgreSQL and not to a transaction. */
export type Session = { ask<Result>(question: (db: Kysely<Scratch>) => Promise<Result>): Promise<Result> };

/** Gives `work` one connection from beginning to end. PostgreSQL drops its locks and temporary tables with it, also after a kill. */
export function onOneConnection<Result>(orm: Orm, work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = orm.em.getConnection().getClient<Scratch>();
  return client.connection().execute((db) => {
    const ask: Session['ask'] = (question) =>
      question(db).catch((error: unknown) => {
        throw error instanceof Error ? orm.em.getDriver().convertException(error) : error;
      });
    return work({ ask });
  });
}

/** Takes an advisory lock, and waits up to `waitMs` for its holder; false when the holder keeps it. */
export async function lockWithin(session: Session, key: bigint, waitMs: number): Promise<boolean> {
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

export async function unlock(session: Session, key: bigint): Promise<void> {
  await session.ask((db) =>
    db.selectNoFrom((eb) => eb.fn<boolean>('pg_advisory_unlock', [eb.val(String(key))]).as('released')).execute(),
  );
}
