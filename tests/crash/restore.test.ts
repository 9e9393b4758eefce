import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createOrm } from '../../config/orm.ts';
import { demoSale } from '../../local/demo/sale.ts';
import { type RunningPostgres, startPostgres } from '../../local/postgres/server.ts';
import { localSettings } from '../../local/settings.ts';
import { command } from '../../machine/command.ts';
import { createLogins, setCompany } from '../../operations/provisioning.ts';
import { openDeployment, type Deployment } from '../support/deployment.ts';
import { installedPostgres } from '../support/installed-postgres.ts';
import { createPart, type Part } from '../support/part.ts';
import { until } from '../support/until.ts';
import { documents, registered, sends } from './evidence.ts';

/** Issued before the dump, on their way during it, and issued after it, which the restored database knows nothing of. */
const counts = { before: 3, inFlight: 4, lost: 2, after: 3 };
const programs = await installedPostgres();
const because = programs ? '' : ' (skipped: PostgreSQL is not installed here with pg_dump)';

(programs ? describe : describe.skip)(`a dump that was taken with notes in flight${because}`, () => {
  let deployment: Deployment;
  let other: Part<RunningPostgres> | undefined;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lavra-restore-'));
    deployment = await openDeployment({ postgresPrograms: programs });
  }, 300_000);
  afterAll(async () => {
    await deployment?.close();
    await other?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('restored to another server, with a Temporal that knows nothing, ends every note once, and numbers go on above those that are lost', async () => {
    const { authority, erp, apis, workers, postgres, postgresUrl, logins, orm, company } = deployment;
    await issue(counts.before);
    await settled(counts.before);
    await authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs: 20_000 });
    for (let left = counts.inFlight; left > 0; left -= 1) expect((await erp.issue()).status).toBe(201);
    await until(
      'they are on their way',
      async () => (await sends(deployment)).size === counts.before + counts.inFlight,
    );
    const file = await dump();
    await authority.control('DELETE', '/scenario');
    await issue(counts.lost);
    await settled(counts.before + counts.inFlight + counts.lost);
    const held = await registered(deployment);
    await Promise.all([...apis, ...workers, postgres].map((part) => part.kill()));

    const port = Number(new URL(postgresUrl).port);
    other = createPart(() => startPostgres({ dataDir: join(folder, 'pg'), port, programs, log: () => {} }));
    await restore(await other.start(), file);
    const known = await documents(deployment);
    expect(known.map(({ status }) => status).toSorted()).toEqual([
      ...Array<string>(counts.before).fill('AUTHORIZED'),
      ...Array<string>(counts.inFlight).fill('PROCESSING'),
    ]);
    await setCompany(orm, company.taxId, { series: { '55': { series: 1, nextNumber: held.length + 1 } } });
    await deployment.wipeTemporal();
    await Promise.all([...apis, ...workers].map((part) => part.start()));

    await settled(counts.before + counts.inFlight);
    await issue(counts.after);
    await settled(counts.before + counts.inFlight + counts.after);
    const numbers = (await documents(deployment)).map(({ number }) => number);
    expect(numbers).toEqual([
      ...range(1, counts.before + counts.inFlight),
      ...range(held.length + 1, held.length + counts.after),
    ]);
    expect(await registered(deployment)).toHaveLength(held.length + counts.after);
    expect([...(await sends(deployment)).values()].filter((times) => times !== 1)).toEqual([]);

    /** Dumps with the script of the containers. */
    async function dump(): Promise<string> {
      return (await script('dump.sh', [], postgresUrl)).trim();
    }

    async function restore({ url }: RunningPostgres, dumped: string): Promise<void> {
      const admin = await createOrm(url);
      await createLogins(admin, logins);
      await admin.close();
      await script('restore.sh', [dumped], url);
    }
  }, 600_000);

  async function script(name: string, args: string[], url: string): Promise<string> {
    const { hostname, port, pathname, username, password } = new URL(url);
    const path = fileURLToPath(new URL(`../../ops/backup/${name}`, import.meta.url));
    const { PATH = '', ...inherited } = localSettings().inherited;
    return command('sh', [path, ...args], {
      env: {
        ...inherited,
        PATH: `${programs}:${PATH}`,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGDATABASE: pathname.slice(1),
        PGPASSWORD: decodeURIComponent(password),
        BACKUPS: join(folder, 'backups'),
      },
    });
  }

  async function issue(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) await deployment.erp.insist(demoSale);
  }

  async function settled(count: number): Promise<void> {
    await until('every note is authorized', async () => {
      const all = await documents(deployment);
      return all.length === count && all.every(({ status }) => status === 'AUTHORIZED');
    });
  }
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
