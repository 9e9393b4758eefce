import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { localLogins } from '../../../local/postgres/logins.ts';
import { startPostgres } from '../../../local/postgres/server.ts';
import { cached } from '../../../machine/cache.ts';
import { command } from '../../../machine/command.ts';
import { exists } from '../../../machine/files.ts';
import { ownPorts } from './own-ports.ts';
import { patientOrm } from './parts.ts';

/**
 * Copies the data of a PostgreSQL that was created, migrated and stopped cleanly once for the whole run: creating and migrating one takes
 * five seconds of a core. Copies nothing if the server keeps its data elsewhere because its account cannot enter this folder.
 */
export async function copyMigratedData(dataDir: string): Promise<void> {
  const folder = join(dirname(process.env.TEST_PORTS!), 'migrated');
  const data = join(await cached(folder, make), 'pg');
  if (await exists(data)) await command('cp', ['-a', data, dataDir]);
}

async function make(folder: string): Promise<void> {
  await chmod(folder, 0o755); // under root, PostgreSQL runs as another user, which must enter it
  const [port = 0] = await ownPorts(1);
  const postgres = await startPostgres({ dataDir: join(folder, 'pg'), port, log: () => {} });
  try {
    const { owner } = await localLogins(postgres.url);
    const orm = await patientOrm(owner);
    try {
      await orm.migrator.up();
    } finally {
      await orm.close();
    }
  } finally {
    await postgres.stop();
  }
}
