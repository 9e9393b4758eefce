import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Document } from '../../domain/documents/document.entity.ts';
import { emissionId } from '../../temporal/names.ts';
import { demoSale } from '../../local/demo/sale.ts';
import { demoService } from '../../local/demo/service.ts';
import { openDeployment, type Deployment } from '../support/deployment.ts';
import { until } from '../support/until.ts';
import { documents, expectEachIssuedOnce } from './evidence.ts';
import { kills } from '../support/kills.ts';
import { answerLost, recorded, registered, unstarted } from './moments.ts';
import { type RequestRounds, openRequestRounds } from './request-rounds.ts';

let deployment: Deployment;
let rounds: RequestRounds;
let unanswered = 0;
/** Again and again: when requests have reached their moment, and a sale, of goods and of a service in turn, is committed whose emission has no workflow yet, the API is killed. */
beforeAll(async () => {
  deployment = await openDeployment();
  rounds = await openRequestRounds(deployment, kills, [unstarted, registered, answerLost, recorded]);
  for (let kill = 0; kill < kills; kill += 1) await killAmid(kill);
}, 900_000);
afterAll(() => deployment?.close());

test(`an API killed ${kills} times between commit and start leaves nothing behind: each document is issued once`, async () => {
  expect(unanswered).toBeGreaterThan(0);
  await expectEachIssuedOnce(deployment, rounds.notes + kills);
});

test(`an API killed ${kills} times amid events and ranges of numbers leaves one of each, here and at the authority`, async () => {
  await rounds.expectDoneOnce();
});

test('who asks again for an event or a range that a kill met finds it, and nothing is sent', async () => {
  await rounds.expectFound();
});

async function killAmid(kill: number): Promise<void> {
  const [api] = deployment.apis;
  const known = new Set((await documents(deployment)).map(({ id }) => id));
  await rounds.begin(kill);
  deployment.link.flow('swallow');
  const answer = deployment.erp.issue(kill % 2 === 0 ? demoSale : demoService);
  const orphan = await until('the document is committed', async () =>
    (await documents(deployment)).find(({ id }) => !known.has(id)),
  );
  await api?.kill();
  const { status } = await answer;
  if (status === 0) unanswered += 1;
  else expect(status).toBe(201); // the kill came too late: the API had given up the start
  await expectNotStarted(orphan);
  await rounds.checkLeft(kill);
  await api?.start();
}

/** Only reconciliation may have started it, five seconds after the commit or later. */
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
