import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrm, type Orm } from '../config/orm.ts';
import { localLogins } from '../local/postgres/logins.ts';
import { startPostgres } from '../local/postgres/server.ts';
import { freePorts } from '../local/services/ports.ts';
import { type LocalPorts, localSettings } from '../local/settings.ts';
import type { DatabaseUrls } from '../operations/provisioning.ts';

/** A new PostgreSQL with all tables, in a folder that is removed at the end. */
export type Database = {
  home: string;
  /** Free ports, of which the database already uses its own. */
  ports: LocalPorts;
  logins: DatabaseUrls;
  /** Connected as the owner. */
  orm: Orm;
  stop(): Promise<void>;
};

export async function openDatabase(log: (line: string) => void): Promise<Database> {
  const home = await mkdtemp(join(tmpdir(), 'lavra-bench-'));
  await chmod(home, 0o755); // under root, PostgreSQL runs as another user, which must enter it
  const ports = await freePorts(localSettings().ports);
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    port: ports.postgres.port,
    log,
    // A usual value for a server with a million rows; with the default of 128 MB every page would be read from the system's cache.
    settings: { shared_buffers: '1GB' },
  });
  const logins = await localLogins(postgres.url);
  const orm = await createOrm(logins.owner);
  await orm.migrator.up();
  return {
    home,
    ports,
    logins,
    orm,
    async stop() {
      await orm.close();
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
