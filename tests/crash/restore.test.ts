import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrm } from '../../config/orm.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { type RunningPostgres, startPostgres } from '../../local/postgres/server.ts';
import { localSettings } from '../../local/settings.ts';
import { command } from '../../machine/command.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { RestoredNow } from '../../operations/installations/show-restored.ts';
import { createLogins } from '../../operations/provisioning.ts';
import { lavraJson } from '../cli/lavra.ts';
import { faultsInBooks } from '../support/checks/books.ts';
import { watchFor, until } from '../support/checks/until.ts';
import { killsFor } from '../support/faults/kills.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { installedPostgres } from '../support/servers/installed-postgres.ts';
import { createPart, type Part } from '../support/servers/part.ts';
import { documents, notSentOnce, registered, sends } from './evidence.ts';

/**
 * How many notes are issued before the dump, under way during it, issued after it (so that the restored database does not know them), and
 * issued after the restore.
 */
const counts = { before: 3, inFlight: 4, lost: 2, after: 3 };
const salesOfRound = 24;
/** One round with a Temporal that lost everything, one with a Temporal that did not. */
const rounds = killsFor(2);
const programs = await installedPostgres();
const because = programs ? '' : ' (skipped: PostgreSQL is not installed here with pg_dump)';

(programs ? describe : describe.skip)(`a database that was restored${because}`, () => {
  let deployment: Deployment;
  let server: Part<RunningPostgres> | undefined;
  let folder: string;
  let restores = 0;
  /** The administrator's URL of the server that runs now; each server has another administrator. */
  let adminUrl: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lavra-restore-'));
    deployment = await openDeployment({ postgresPrograms: programs });
    adminUrl = deployment.postgresUrl;
  });
  afterAll(async () => {
    await deployment?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('on another server, with a Temporal that knows nothing, ends every note once, and numbers go on above those that are lost', async () => {
    const { authority } = deployment;
    await issue(counts.before);
    await settled(counts.before);
    await authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs: 20_000 });
    await issue(counts.inFlight);
    await watchFor(
      'they are on their way',
      async () => (await sends(deployment)).size === counts.before + counts.inFlight,
    );
    const file = await dump();
    await authority.control('DELETE', '/scenario');
    await issue(counts.lost);
    await settled(counts.before + counts.inFlight + counts.lost);
    const held = await registered(deployment);
    await restoreElsewhere(file, { isTemporalLost: true });

    // A sale during the restore is accepted, and waits until a person has decided about the two unknown notes.
    await issue(1);
    const { found } = await asked();
    expect(found.map(({ number, decision }) => ({ number, decision }))).toEqual(
      range(counts.before + counts.inFlight + 1, held.length).map((number) => ({ number, decision: null })),
    );
    await until('it says why it waits', async () =>
      (await documents(deployment)).some(({ waitingFor }) => waitingFor?.includes('lavra restored show')),
    );
    const { answer } = await lavraJson(['doctor'], deployment.settings);
    expect((answer as { findings: unknown[] }).findings).toContainEqual(
      expect.objectContaining({ check: 'restored', status: 'FAILURE', mend: 'lavra restored show' }),
    );
    expect((await registered(deployment)).toSorted()).toEqual(held.toSorted());
    await lavraJson(['restored', 'leave', '--all'], deployment.settings);
    await released();

    await settled(counts.before + counts.inFlight + 1);
    await issue(counts.after - 1);
    await settled(counts.before + counts.inFlight + counts.after);
    const numbers = (await documents(deployment)).map(({ number }) => number);
    expect(numbers).toEqual([
      ...range(1, counts.before + counts.inFlight),
      ...range(held.length + 1, held.length + counts.after),
    ]);
    expect(await registered(deployment)).toHaveLength(held.length + counts.after);
    expect(await notSentOnce(deployment)).toEqual([]);
  });

  test(`whenever it was dumped, gives no sale a second note and leaves no number unexplained (${rounds} rounds)`, async () => {
    const { authority, company } = deployment;
    for (let round = 1; round <= rounds; round += 1) {
      const before = await documents(deployment);
      const notesBefore = await registered(deployment);
      const latencyMs = Math.floor(Math.random() * 1_500);
      const momentMs = Math.floor(Math.random() * 2_500);
      const isTemporalLost = round % 2 === 1;
      const told = `round ${round}: latency ${latencyMs} ms, dump after ${momentMs} ms, Temporal lost: ${isTemporalLost}`;
      await authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs });
      const issuing = Promise.all(Array.from({ length: salesOfRound }, () => deployment.erp.insist(demoSale)));
      await new Promise((resolve) => setTimeout(resolve, momentMs));
      const file = await dump();
      await issuing;
      await authority.control('DELETE', '/scenario');
      await settled(before.length + salesOfRound);
      expect(await registered(deployment)).toHaveLength(notesBefore.length + salesOfRound);

      await restoreElsewhere(file, { isTemporalLost });
      const known = await documents(deployment);
      const lost = before.length + salesOfRound - known.length;
      await until('only notes of lost sales are unknown', async () => {
        const now = await restoredNow();
        if (now === null) return lost === 0;
        const undecided = now.found.filter(({ decision }) => decision === null);
        return now.askedAt !== null && undecided.length === lost;
      }).catch(async (cause: unknown) => {
        throw new Error(`${told}: ${lost} lost, ${JSON.stringify(await restoredNow())}`, { cause });
      });
      if (lost > 0) await lavraJson(['restored', 'leave', '--all'], deployment.settings);
      await released();
      await settled(known.length);
      expect([told, await registered(deployment)]).toEqual([told, expect.arrayContaining(notesBefore)]);
      expect(await registered(deployment)).toHaveLength(notesBefore.length + salesOfRound);
    }
    await issue(1);
    await settled((await documents(deployment)).length);
    const left = await acrossCompanies(deployment.orm).execute<{ key: string }[]>(
      `select access_key as key from found_note where decision = 'LEFT'`,
    );
    const faults = await faultsInBooks(deployment, [company]);
    expect(
      faults.filter((fault) => !left.some(({ key }) => fault === `the authority has ${key}, which is no sale's`)),
    ).toEqual([]);
  });

  /** Kills everything, and restores the dump on another server at the same address. */
  async function restoreElsewhere(file: string, { isTemporalLost }: { isTemporalLost: boolean }): Promise<void> {
    const { apis, workers, postgres, postgresUrl, logins } = deployment;
    await Promise.all([...apis, ...workers, server ?? postgres].map((part) => part.kill()));
    const port = Number(new URL(postgresUrl).port);
    restores += 1;
    const dataDir = join(folder, `pg-${restores}`);
    server = createPart(() => startPostgres({ dataDir, port, programs, log: () => {} }));
    adminUrl = (await server.start()).url;
    const admin = await createOrm(adminUrl);
    await createLogins(admin, logins);
    await admin.close();
    await script('restore.sh', [file], adminUrl);
    if (isTemporalLost) await deployment.wipeTemporal();
    await Promise.all([...apis, ...workers].map((part) => part.start()));
  }

  /** Dumps the database with the script of the containers. */
  async function dump(): Promise<string> {
    return (await script('dump.sh', [], adminUrl)).trim();
  }

  async function restoredNow(): Promise<RestoredNow | null> {
    const { answer } = await lavraJson(['restored', 'show'], deployment.settings);
    return (answer as { restored: RestoredNow | null }).restored;
  }

  function asked(): Promise<RestoredNow> {
    return until('the authority was asked', async () => {
      const now = await restoredNow();
      return now?.askedAt ? now : null;
    });
  }

  async function released(): Promise<void> {
    await until('emission goes on', async () => (await restoredNow()) === null);
  }

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
