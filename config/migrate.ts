import { setTimeout } from 'node:timers/promises';
import { createOrm } from './orm.ts';

/**
 * SQLSTATE where another process created the database between our look and our statement (42P04, 23505), or uses the template that ours is copied
 * from (55006).
 */
const madeMeanwhile = ['42P04', '23505', '55006'];
const againMs = 250;
const attempts = 20;

/**
 * Creates the database where it is missing and applies the pending migrations. Several processes may call it at once: the first applies them, while
 * the others wait and then find nothing to do.
 *
 * @param url the database, with the login of its owner
 * @returns the names of the migrations that this process applied
 */
export async function migrate(url: string): Promise<string[]> {
  await ensureDatabase(url);
  const orm = await createOrm(url, { pool: 3 });
  try {
    return await orm.em.fork().transactional(async (em) => {
      // No time-outs in this transaction: migrating a large table takes long, and so does the wait for the lock.
      await em.execute('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
      await em.execute(`select pg_advisory_xact_lock(hashtextextended('lavra migrations', 0))`);
      return (await orm.migrator.up()).map(({ name }) => name);
    });
  } finally {
    await orm.close();
  }
}

async function ensureDatabase(url: string): Promise<void> {
  for (let left = attempts; ; left -= 1) {
    const orm = await createOrm(url, { pool: 1 });
    try {
      await orm.schema.ensureDatabase();
      return;
    } catch (error) {
      if (left === 0 || !isRace(error)) throw error;
      await setTimeout(againMs);
    } finally {
      await orm.close();
    }
  }
}

function isRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && madeMeanwhile.includes(String(error.code));
}
