import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { createOrm, type Orm } from '../../config/orm.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { localLogins } from '../../local/postgres/logins.ts';
import { startPostgres } from '../../local/postgres/server.ts';
import { freePorts } from '../../local/services/ports.ts';
import { localSettings } from '../../local/settings.ts';
import { command } from '../../machine/command.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { cnpjOf } from '../../tests/support/samples/tax-ids.ts';

/** PostgreSQL with its usual durability, and `lavra import` as people start it. */
export type Importer = Awaited<ReturnType<typeof openImporter>>;

const answer = z.object({ rows: z.number(), stored: z.number(), refused: z.number() });
const root = resolve(import.meta.dirname, '../..');

export async function openImporter(log: (line: string) => void) {
  const home = await mkdtemp(join(tmpdir(), 'lavra-bench-'));
  await chmod(home, 0o755); // under root, PostgreSQL runs as another user, which must enter it
  const settings = localSettings();
  const { postgres: at } = await freePorts(settings.ports);
  const postgres = await startPostgres({ dataDir: join(home, 'postgres'), port: at.port, log });
  const { owner } = await localLogins(postgres.url);
  const orm = await createOrm(owner);
  await orm.migrator.up();
  let companies = 0;

  async function timed(args: string[]): Promise<{ seconds: number; out: string }> {
    const startedAt = performance.now();
    const out = await command(process.execPath, [join(root, 'cli/main.ts'), 'import', ...args], {
      env: { ...settings.inherited, DATABASE_URL: owner },
      cwd: root,
    });
    return { seconds: (performance.now() - startedAt) / 1000, out };
  }

  return {
    home,
    orm,
    company: () => createCompany(acrossCompanies(orm), { ...demoCompany, taxId: cnpjOf(++companies) }),

    async file(name: string, text: string): Promise<string> {
      const path = join(home, name);
      await writeFile(path, text);
      return path;
    },

    /** Runs the command. @returns seconds of the whole process */
    async import(kind: ManyKind, path: string, companyId: string, args: string[] = []): Promise<number> {
      const { seconds, out } = await timed([kind, path, '--company', companyId, '--json', ...args]);
      const { refused } = answer.parse(JSON.parse(out));
      if (refused > 0) throw new Error(`${refused} rows were refused`);
      return seconds;
    },

    /** Runs `lavra import xml`. @returns seconds of the whole process */
    async importXml(path: string, companyId: string, args: string[] = []): Promise<number> {
      const { seconds, out } = await timed(['xml', path, '--company', companyId, '--json', ...args]);
      const { refused } = z.object({ refused: z.number() }).parse(JSON.parse(out));
      if (refused > 0) throw new Error(`${refused} files were refused`);
      return seconds;
    },

    async stop(): Promise<void> {
      await orm.close();
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

const tables = { clients: 'client', products: 'product' };

/** The kinds of record that a company has by the thousand. */
export type ManyKind = keyof typeof tables;

/** The lower bound: the database copies the same rows from one company to another in one statement, with its indexes and triggers. */
export async function copyRows(orm: Orm, kind: ManyKind, { from, to }: { from: string; to: string }): Promise<number> {
  const em = acrossCompanies(orm);
  const table = tables[kind];
  const columns = await em.execute<{ name: string }[]>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_name = ? and is_generated = 'NEVER' and column_name not in ('id', 'company_id')`,
    [table],
  );
  const list = columns.map(({ name }) => name).join(', ');
  const startedAt = performance.now();
  await em.execute(
    `insert into ${table} (id, company_id, ${list}) select gen_random_uuid(), ?::uuid, ${list} from ${table} where company_id = ?`,
    [to, from],
  );
  return (performance.now() - startedAt) / 1000;
}
