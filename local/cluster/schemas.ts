import { command } from '../../machine/command.ts';
import type { ClusterPrograms } from './programs.ts';

/** PostgreSQL as Temporal reaches it. */
export type TemporalStore = { host: string; port: number; user: string; password: string };

const databases = [
  { name: 'temporal', schema: 'postgresql/v12/temporal' },
  { name: 'temporal_visibility', schema: 'postgresql/v12/visibility' },
];

/** Makes Temporal's two databases with their newest schemas, as `docker-compose.yml` does; what is there stays. */
export async function makeSchemas({ sqlTool }: ClusterPrograms, store: TemporalStore): Promise<void> {
  const env = {
    SQL_PLUGIN: 'postgres12_pgx',
    SQL_HOST: store.host,
    SQL_PORT: String(store.port),
    SQL_USER: store.user,
    SQL_PASSWORD: store.password,
  };
  for (const { name, schema } of databases) {
    const sql = (...args: string[]): Promise<string> => command(sqlTool, ['--database', name, ...args], { env });
    await sql('create-database');
    await sql('setup-schema', '--version', '0.0');
    await sql('update-schema', '--schema-name', schema);
  }
}
