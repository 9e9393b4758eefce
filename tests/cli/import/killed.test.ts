import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportRun } from '../../../domain/imports/import-run.entity.ts';
import { type RunningService, startService } from '../../../local/services/service.ts';
import { localSettings } from '../../../local/settings.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { cpfOf } from '../../support/samples/tax-ids.ts';
import { until } from '../../support/checks/until.ts';
import { lavraJson } from '../lavra.ts';
import { type Importing, openImporting } from './importing.ts';

let importing: Importing;
beforeAll(async () => {
  importing = await openImporting();
});
afterAll(() => importing.close());

const rowCount = 6_000;
/** Every third client has no document, every hundredth row is refused, and one client comes twice, far apart. */
const rows = Array.from({ length: rowCount }, (_, at) => {
  if (at % 100 === 99) return `Cliente ${at};12345678900`;
  return `Cliente ${at};${at % 3 === 0 ? '' : cpfOf(at)}`;
});
rows[rowCount - 2] = `Cliente repetido;${cpfOf(1)}`;
const refused = rowCount / 100 + 1;

test('an import that is killed over and over goes on where it was: nothing twice, nothing lost, every refusal reported', async () => {
  const company = await importing.company();
  const path = await importing.put(`nome;cpf\n${rows.join('\n')}\n`);
  const errors = importing.pathOf('errors.csv');
  const command = ['import', 'clients', path, '--company', company.taxId, '--errors', errors];

  await importing.orm.em.fork().execute(gate);
  let done = 0;
  for (const row of [1_400, 3_900]) {
    const before = done;
    done = await killedAt(row, command, company.id);
    expect([done > before, done < row]).toEqual([true, true]);
  }

  const { code, answer } = await lavraJson(command, importing.settings);
  expect(code).toBe(4);
  expect(answer).toMatchObject({ rows: rowCount, stored: rowCount - refused, refused, resumedAfter: done });
  const names = (await importing.clientsOf(company)).map(({ name }) => name);
  const expected = rows.map((row) => row.split(';')[0]).filter((_name, at) => at % 100 !== 99 && at !== rowCount - 2);
  expect(names).toEqual(expected);
  const lines = (await readFile(errors, 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(refused + 1);
  expect(lines[1]).toMatch(/^101;/);
  expect(lines.at(-2)).toContain(`${rowCount};cpf: já está na linha 3 deste arquivo`);
});

/** A trigger by which each insert of a client waits for a lock on the client's name. */
const gate = `
  create function gate() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(hashtext(new.name));
    return new;
  end $$;
  create trigger gate before insert on client for each row execute function gate()`;

/** Starts the command, and kills it while it stores the batch with that row. @returns how many rows it had committed */
async function killedAt(row: number, command: string[], company: string): Promise<number> {
  await acrossCompanies(importing.orm).transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(hashtext(?))', [`Cliente ${row}`]);
    const started = start(command);
    await until(`the import is at row ${row}`, async () => (await locks({ granted: false })) > 0);
    process.kill(started.pid, 'SIGKILL');
    expect(await started.exited).toBe('SIGKILL');
  });
  await until('the database has noticed', async () => (await locks({ granted: true })) === 0);
  const run = await runOf(company);
  expect(run).toMatchObject({ finishedAt: null });
  return run.rowsDone;
}

/** The number of advisory locks in the database that are held, or waited for. */
async function locks({ granted }: { granted: boolean }): Promise<number> {
  const query = `select 1 from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and granted = ? and datname = current_database()`;
  return (await acrossCompanies(importing.orm).execute(query, [granted])).length;
}

function start(command: string[]): RunningService {
  const root = resolve(import.meta.dirname, '../../..');
  return startService({
    name: 'lavra import',
    program: process.execPath,
    args: [join(root, 'cli/main.ts'), ...command],
    env: { ...localSettings().inherited, ...importing.settings },
    cwd: root,
  });
}

function runOf(company: string): Promise<ImportRun> {
  return acrossCompanies(importing.orm).findOneOrFail(ImportRun, { company });
}
