import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { close, closingOf, companyWithMonth, ended, trueZip } from '../support/clients/closings.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { killsFor } from '../support/faults/kills.ts';
import { hasObjectStore, type ObjectStore, startObjectStore } from '../support/servers/object-store.ts';
import { newOffice } from '../support/rows/office.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { watchFor, until } from '../support/checks/until.ts';

/** Enough notes for two parts with PDFs. */
const notes = 80;
/** Further kills would meet nothing new, except by chance. */
const kills = killsFor(3);

(hasObjectStore ? describe : describe.skip)('an object store that dies amid a closing', () => {
  let store: ObjectStore;
  let deployment: Deployment;
  beforeAll(async () => {
    store = await startObjectStore();
    const { path } = await chromiumExecutable();
    const settings = { ...store.env, LAVRA_BLOBS: store.url(), PUPPETEER_EXECUTABLE_PATH: path };
    deployment = await openDeployment({ settings });
  });
  afterAll(async () => {
    await deployment?.close();
    await store?.stop();
  });

  test(`${kills} times at any moment is waited for, said why, and the ZIP is whole and true`, async () => {
    const { orm } = deployment;
    const { office } = await newOffice(orm);
    await companyWithMonth(deployment, office, { taxId: cnpjOf(71_000_000), notes });
    await store.server.kill();
    const { created } = await close(deployment, office);
    const { closingId } = created[0]!;
    await until(
      'it says that it waits for the store',
      async () => (await closingOf(orm, closingId)).waitingKind === 'STORAGE',
    );
    await store.server.start();
    for (let kill = 1; kill < kills; kill += 1) {
      const { doneCount } = await closingOf(orm, closingId);
      await watchFor('it has moved on', async () => {
        const { status, doneCount: now } = await closingOf(orm, closingId);
        return status !== 'RUNNING' || now > doneCount;
      });
      await sleep(randomInt(1_000));
      await store.server.kill();
      await sleep(500);
      await store.server.start();
    }
    const blobs = openBlobs(store.url());
    const { manifest } = await trueZip(blobs, await ended(orm, closingId, 600_000));
    blobs.close();
    expect(manifest.documents).toHaveLength(notes);
    expect(manifest.documents.filter(({ pdfMissing }) => pdfMissing !== null)).toEqual([]);
  });
});
