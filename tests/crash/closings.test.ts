import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import type { Blobs } from '../../adapters/blobs/blobs.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { close, companyWithMonth, ended, trueZip } from '../support/clients/closings.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { newOffice } from '../support/rows/office.ts';
import { watchFor } from '../support/checks/until.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { killsFor } from '../support/faults/kills.ts';

const companyCount = 3;
/** Enough notes for two parts with PDFs, so that kills come before, between and after the parts. */
const notesEach = 80;

/** Four moments of `killAmid`, for each of two workers. */
const kills = killsFor(8);

let deployment: Deployment;
let office: Office;
let blobs: Blobs;
let store: string;
/** Ids of the closings that were asked for; `storedAtKill` is how many parts of each were stored at the last kill. */
const asked: string[] = [];
const storedAtKill = new Map<string, number>();
let lost = 0;
/** Restarts of killed workers. */
const starting: Promise<unknown>[] = [];
beforeAll(async () => {
  const { path } = await chromiumExecutable();
  // Two workers, killed in turn, so that one goes on while the other is dead.
  deployment = await openDeployment({ workers: 2, settings: { PUPPETEER_EXECUTABLE_PATH: path } });
  store = deployment.blobs;
  blobs = openBlobs(store);
  ({ office } = await newOffice(deployment.orm));
  for (let at = 0; at < companyCount; at += 1)
    await companyWithMonth(deployment, office, { taxId: cnpjOf(70_000_000 + at), notes: notesEach });
  for (let kill = 0; kill < kills; kill += 1) await killAmid(kill);
  await Promise.all(starting);
});
afterAll(async () => {
  blobs?.close();
  await deployment?.close();
});

test(`workers killed ${kills} times at any moment leave one ZIP of each closing, and its manifest is true`, async () => {
  for (const id of asked) {
    const closing = await ended(deployment.orm, id, 600_000);
    const { manifest } = await trueZip(blobs, closing);
    expect(manifest.documents).toHaveLength(notesEach);
  }
});

test('what was stored before a kill is not drawn again', () => {
  expect(lost).toBe(0);
});

test('nothing is left of parts: what kills left in the store its sweep finds, and the database has no rows', async () => {
  const folder = fileURLToPath(store);
  await blobs.sweep(new Date(Date.now() + 60_000), () => false);
  expect(await readdir(join(folder, '.uploads')).catch(() => [])).toEqual([]);
  const [left] = await acrossCompanies(deployment.orm).execute<[{ rows: number }]>(
    `select (select count(*) from closing_member)::int + (select count(*) from closing_document)::int as rows`,
  );
  expect(left.rows).toBe(0);
});

/** Kills a worker when closings have progressed by a turn, a part, a sealed file, or a random number of documents. */
async function killAmid(kill: number): Promise<void> {
  const { created } = await close(deployment, office); // closings under way are skipped
  asked.push(...created.map(({ closingId }) => closingId));
  const before = await progress();
  const further = randomInt(1, 40);
  await watchFor('closings have moved on', async () => {
    const now = await progress();
    if (kill % 4 === 0) return now.turns > before.turns;
    if (kill % 4 === 1) return now.parts > before.parts || now.ends > before.ends;
    if (kill % 4 === 2) return now.sealed > before.sealed || now.ends > before.ends;
    return now.done >= before.done + further || now.ends > before.ends;
  });
  const at = kill % 2;
  await starting[at];
  await deployment.workers[at]!.kill();
  await compareStored();
  starting[at] = deployment.workers[at]!.start();
}

async function compareStored(): Promise<void> {
  const rows = await acrossCompanies(deployment.orm).find(Closing, { id: { $in: asked } }, { populate: ['upload'] });
  for (const { id, status, upload } of rows) {
    const stored = upload?.parts.length ?? 0;
    if (status === 'RUNNING' && stored < (storedAtKill.get(id) ?? 0)) lost += 1;
    storedAtKill.set(id, stored);
  }
}

type Progress = { turns: number; parts: number; sealed: number; done: number; ends: number };

async function progress(): Promise<Progress> {
  const [sums] = await acrossCompanies(deployment.orm).execute<[Progress]>(
    `select coalesce(sum(turn), 0)::int as turns, coalesce(sum(jsonb_array_length(upload -> 'parts')), 0)::int as parts,
       count(as_of)::int as sealed, coalesce(sum(done_count), 0)::int as done,
       count(*) filter (where status in ('COMPLETED', 'FAILED'))::int as ends
     from closing`,
  );
  return sums;
}
