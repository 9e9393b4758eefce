import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDeployment, type Deployment } from '../support/servers/deployment.ts';
import type { Part } from '../support/servers/part.ts';
import { meet, until } from '../support/checks/until.ts';
import { documents, expectEachIssuedOnce, sends } from './evidence.ts';

const callers = 6;
const exitWithinMs = 60_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await openDeployment({ apis: 2, workers: 2 });
});
afterAll(() => deployment?.close());

test('every API and worker restarted in turn under load ends in order, and nothing is lost or issued twice', async () => {
  await deployment.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs: 300 });
  const over = new AbortController();
  const calling = Array.from({ length: callers }, () => issueUntil(over.signal));

  for (const part of [...deployment.workers, ...deployment.apis]) {
    const before = (await sends(deployment)).size;
    await meet('notes are on their way', async () => (await sends(deployment)).size > before + callers);
    await restart(part);
  }
  over.abort();

  const accepted = (await Promise.all(calling)).flat();
  const kept = await documents(deployment);
  expect(kept.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
  await expectEachIssuedOnce(deployment, accepted.length);
});

async function restart(part: Part): Promise<void> {
  const { how, ms } = await part.end();
  expect(how).toBe('código 0');
  expect(ms).toBeLessThan(exitWithinMs);
  await part.start();
}

/** Posts one note after the other, each when the one before is settled; gives the ids that were accepted. */
async function issueUntil(signal: AbortSignal): Promise<string[]> {
  const accepted: string[] = [];
  while (!signal.aborted) {
    const { id } = await deployment.erp.insist();
    accepted.push(id);
    await until('the note is settled', async () => {
      const { status, body } = await deployment.erp.call('GET', `/v1/fiscal-documents/${id}`);
      return status === 200 && body['status'] !== 'PROCESSING';
    });
  }
  return accepted;
}
