import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import type { Blobs } from '../../adapters/blobs/blobs.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { createClosings } from '../../operations/closings/create-closings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { officeClosingsId, queues, reconciliationId } from '../../temporal/names.ts';
import { type ClosingStage, openClosingStage } from '../support/clients/closing-stage.ts';
import { closingOf, ended, thisMonth, trueZip } from '../support/clients/closings.ts';
import { interposed } from '../support/faults/interposed.ts';
import { hasObjectStore, startObjectStore } from '../support/servers/object-store.ts';
import { canMount, smallDisk } from '../support/faults/small-disk.ts';
import { until } from '../support/checks/until.ts';

let stage: ClosingStage;
let usual: Blobs;
beforeAll(async () => {
  stage = await openClosingStage();
  usual = stage.installation.parts.blobs;
});
afterEach(() => {
  stage.mend();
  stage.installation.parts.blobs = usual;
});
afterAll(() => stage?.close());

test('a browser that is killed while a month is being drawn is replaced, and no PDF is missing', async () => {
  const { office } = await stage.scene({ count: 70 });
  let killed = 0;
  stage.everyPage(async (times) => {
    if (times === 2) setTimeout(() => void (killed = killBrowsers()), 200);
  });
  const closing = await ended(stage.installation.orm, await stage.closed(office));
  await trueZip(usual, closing);
  expect(killed).toBeGreaterThan(0);
  expect(closing).toMatchObject({ documentCount: 71, pdfCount: 71, missingPdfCount: 0 });
});

test('a letter and an inutilization that come while a month is being closed are in it, with their files', async () => {
  const { office, erp, note } = await stage.scene({ count: 60 });
  stage.everyPage(async (times) => {
    if (times !== 2) return;
    await stage.done(erp, `/v1/fiscal-documents/${note.id}/correction-letter`, {
      correction: 'Leia-se Rua das Flores, 20',
    });
    const range = { series: 1, startNumber: 50, endNumber: 51, justification: 'Numeração pulada por engano' };
    await stage.done(erp, '/v1/fiscal-inutilizations', range);
  });
  const { files } = await trueZip(usual, await ended(stage.installation.orm, await stage.closed(office)));
  const late = [...files.keys()].filter((name) => /^(?:eventos|inutilizacoes)\//.test(name));
  expect(late).toEqual([
    `eventos/${String(note.accessKey)}-110110-1-procEventoNFe.xml`,
    expect.stringMatching(/^inutilizacoes\/nfe-\d{4}-1-50-51-procInutNFe\.xml$/),
  ]);
});

(canMount ? test : test.skip)('a disk that is full is waited for, and the ZIP is made once there is room', async () => {
  const disk = smallDisk(48)!;
  // The check whether the store works again writes twenty megabytes.
  const ballast = join(disk.folder, 'ballast');
  await writeFile(ballast, Buffer.alloc(47 * 1024 * 1024));
  stage.installation.parts.blobs = openBlobs(pathToFileURL(join(disk.folder, 'blobs')).href);
  try {
    const { office } = await stage.scene({ count: 40 });
    const id = await stage.closed(office);
    const { waitingFor } = await until('it waits', async () => {
      const row = await closingOf(stage.installation.orm, id);
      return row.waitingFor ? row : null;
    });
    expect(waitingFor).toMatch(/LAVRA_BLOBS.*está cheio/);
    await rm(ballast);
    await trueZip(stage.installation.parts.blobs, await ended(stage.installation.orm, id));
  } finally {
    disk.remove();
  }
});

(hasObjectStore ? test : test.skip)(
  'a month of several parts lies in an object store whole, though the store is busy and cuts connections meanwhile',
  async () => {
    const server = await startObjectStore();
    const way = await interposed(server.port);
    const blobs = openBlobs(server.url({ port: way.port }));
    stage.installation.parts.blobs = blobs;
    try {
      const { office } = await stage.scene({ count: 330 });
      const mischiefs = ['busy', 'cuts', 'swallows'] as const;
      stage.everyPage(async (times) => {
        Object.assign(way.state, { mischief: mischiefs[times % mischiefs.length], only: /PUT/, times: 2 });
      });
      const closing = await ended(stage.installation.orm, await stage.closed(office));
      Object.assign(way.state, { mischief: 'none' });
      await trueZip(blobs, closing);
      expect(closing).toMatchObject({ documentCount: 331, pdfCount: 331 });
      expect(closing.fileSize).toBeGreaterThan(blobs.minPartBytes);
      expect(await blobs.sweep(new Date(Date.now() + 60_000), () => false)).toBe(0);
    } finally {
      blobs.close();
      await way.close();
      await server.stop();
    }
  },
);

test('closings that a crash left without an actor are carried out by reconciliation, begun or not', async () => {
  const { client, orm } = stage.installation;
  const { office } = await stage.scene({ count: 60 });
  let isTerminated = false;
  stage.everyPage(async (times) => {
    if (times !== 2) return;
    await client.workflow.getHandle(officeClosingsId(office.id)).terminate('lost with the data of Temporal');
    isTerminated = true;
  });
  const begun = await stage.closed(office);
  await until('the actor is gone', async () => isTerminated || null);
  const { office: other } = await stage.scene();
  const { created } = await createClosings(
    orm,
    { office: { ...other, actor: lavraItself }, keyId: null },
    both,
    async () => true,
  );
  const ids = [begun, created[0]!.closingId];
  const round = { taskQueue: queues.events, workflowId: `${reconciliationId}-closings` };
  await until('both are closed', async () => {
    // A run that was under way when its actor ended may still write once; after that nothing changes.
    const open = { id: ids, status: { $in: ['PENDING' as const, 'RUNNING' as const] } };
    if ((await acrossCompanies(orm).nativeUpdate(Closing, open, { updatedAt: longAgo() })) === 0) return true;
    await client.workflow.execute('reconciliation', round);
    return null;
  });
  for (const id of ids) await trueZip(usual, await ended(orm, id));
});

const both = { ...thisMonth(), includeXml: true, includePdf: true };
const longAgo = (): Date => new Date(Date.now() - 10 * 60_000);

/** Kills the browsers that this process started. @returns how many processes */
function killBrowsers(): number {
  const text = (pid: string, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'latin1');
    } catch {
      return ''; // the process ended meanwhile
    }
  };
  const isOwn = (pid: string): boolean => Number(/^PPid:\s+(\d+)/m.exec(text(pid, 'status'))?.[1]) === process.pid;
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  const own = pids.filter((pid) => isOwn(pid) && /chrom/i.test(text(pid, 'cmdline')));
  for (const pid of own) process.kill(Number(pid), 'SIGKILL');
  return own.length;
}
