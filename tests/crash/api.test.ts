import { randomBytes } from 'node:crypto';
import { WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { demoSale, demoService } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { emissionId } from '../../temporal/names.ts';
import { watchFor } from '../support/checks/until.ts';
import { killsFor } from '../support/faults/kills.ts';
import { newClosing } from '../support/rows/closing.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { documents, expectEachIssuedOnce } from './evidence.ts';
import { answerLost, recorded, registered, unstarted } from './moments.ts';
import { openRequestRounds, type RequestRounds } from './request-rounds.ts';

const moments = [unstarted, registered, answerLost, recorded];
/** Each moment meets the registration of a delivery receipt (in the first half of the kills), and its removal (in the second). */
const kills = killsFor(2 * moments.length);

let deployment: Deployment;
let rounds: RequestRounds;
/**
 * Kills the API repeatedly: each time when requests have reached their moment, and when a sale (of goods and of a service in turn) is
 * committed and answered whose emission has no workflow yet.
 */
beforeAll(async () => {
  deployment = await openDeployment();
  rounds = await openRequestRounds(deployment, kills, moments);
  for (let kill = 0; kill < kills; kill += 1) await killAmid(kill);
});
afterAll(() => deployment?.close());

test(`an API killed ${kills} times between commit and start leaves nothing behind: each document is issued once`, async () => {
  await expectEachIssuedOnce(deployment, rounds.notes + kills);
});

test(`an API killed ${kills} times amid events and ranges of numbers leaves one of each, here and at the authority`, async () => {
  await rounds.expectDoneOnce();
});

test('who asks again for an event or a range that a kill met finds it, and nothing is sent', async () => {
  await rounds.expectFound();
});

test('a download that a kill of the API cuts ends short of its length, and goes on where it was when the API is back', async () => {
  const { content, url } = await largeDownload();
  const answer = await fetch(url);
  const got: Uint8Array[] = [];
  const whole = (async () => {
    for await (const piece of answer.body!) {
      if (got.push(piece) === 1) await deployment.apis[0]!.kill();
    }
  })();
  await expect(whole).rejects.toThrow('terminated');
  const at = got.reduce((sum, { length }) => sum + length, 0);
  expect(at).toBeLessThan(content.length);
  await deployment.apis[0]!.start();
  const rest = await fetch(url, { headers: { range: `bytes=${at}-`, 'if-range': answer.headers.get('etag')! } });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes ${at}-${content.length - 1}/${content.length}`,
  ]);
  got.push(Buffer.from(await rest.arrayBuffer()));
  expect(Buffer.concat(got).equals(content)).toBe(true);
});

/** A complete closing whose ZIP is larger than the buffers between two processes, and its link. */
async function largeDownload(): Promise<{ content: Buffer; url: string }> {
  const { orm, company } = deployment;
  const { office, key } = await newOffice(orm);
  await linkOf(orm, office, company);
  const content = randomBytes(64 * 1024 * 1024);
  const closing = await newClosing(
    orm,
    { office, company },
    { status: 'COMPLETED', completedAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) },
  );
  const blobs = openBlobs(deployment.blobs);
  const uploadId = await blobs.begin(closing.blobKey);
  const parts = [await blobs.put(closing.blobKey, uploadId, 1, [content])];
  const { size: fileSize, sha256 } = await blobs.complete(closing.blobKey, { uploadId, parts });
  blobs.close();
  await acrossCompanies(orm).nativeUpdate(Closing, { id: closing.id }, { fileSize, sha256 });
  const asked = await fetch(`${deployment.addresses[0]}/v1/accounting/closings/${closing.id}/download`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { url } = (await asked.json()) as { url: string };
  return { content, url };
}

async function killAmid(kill: number): Promise<void> {
  const [api] = deployment.apis;
  const known = new Set((await documents(deployment)).map(({ id }) => id));
  await rounds.begin(kill);
  deployment.link.flow('swallow');
  const answer = deployment.erp.issue(kill % 2 === 0 ? demoSale : demoService);
  const orphan = await watchFor('the document is committed', async () =>
    (await documents(deployment)).find(({ id }) => !known.has(id)),
  );
  const { status, body } = await answer;
  expect(status).toBe(201);
  expect(body).toMatchObject({ id: orphan.id, status: 'PROCESSING', runId: null });
  await api?.kill();
  await expectNotStarted(orphan);
  await rounds.checkLeft(kill);
  await api?.start();
}

/** Expects that only reconciliation started the emission: five seconds or more after the commit. */
async function expectNotStarted({ id, createdAt }: Document): Promise<void> {
  const run = await deployment.client.workflow
    .getHandle(emissionId(id, 1))
    .describe()
    .catch((error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    });
  if (run) expect(run.startTime.getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(5_000);
}
