import { setTimeout } from 'node:timers/promises';
import { createOrm } from './orm.ts';

/** Another process made the database between our look and our statement, or copies the template that ours copies. */
const madeMeanwhile = ['42P04', '23505', '55006'];
const againMs = 250;
const attempts = 20;

/**
 * Creates the database where it is missing and applies the pending migrations. Several processes may do it at once: the first applies them
 * while the others wait and then find nothing to do.
 *
 * @param url the database by its owner
 * @returns the names of those that this process applied
 */
export async function migrate(url: string): Promise<string[]> {
  await ensureDatabase(url);
  const orm = await createOrm(url, { pool: 3 });
  try {
    return await orm.em.fork().transactional(async (em) => {
      // Whoever waits here or keeps the lock meanwhile is idle for as long as a large table takes.
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
