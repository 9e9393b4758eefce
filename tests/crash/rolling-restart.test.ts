import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram } from '../../local/services/program.ts';
import { openLink } from '../support/faults/link.ts';
import { openDeployment, type Deployment } from '../support/servers/deployment.ts';
import type { Part } from '../support/servers/part.ts';
import { watchFor, until } from '../support/checks/until.ts';
import { documents, expectEachIssuedOnce, sends } from './evidence.ts';

const callers = 6;
const exitWithinMs = 60_000;
/**
 * The longest that a worker without a database takes to stop: one without work, and one whose work waits for a silent database, for as long
 * as containers are given (`docker-compose.yml`).
 */
const [lostWithinMs, cutOffWithinMs] = [8_000, 45_000];

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
    await watchFor('notes are on their way', async () => (await sends(deployment)).size > before + callers);
    await restart(part);
  }
  over.abort();

  const accepted = (await Promise.all(calling)).flat();
  const kept = await documents(deployment);
  expect(kept.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
  await expectEachIssuedOnce(deployment, accepted.length);
});

test.each([
  ['before it has served', false, lostWithinMs],
  ['while it serves', true, cutOffWithinMs],
])(
  'a worker that is told to end %s, and reaches neither its database nor Temporal, ends by itself',
  async (_when, served, limitMs) => {
    const [database, temporal] = await Promise.all(
      [deployment.logins.worker, `tcp://${deployment.settings['TEMPORAL_ADDRESS']}`].map((url) =>
        openLink(Number(new URL(url).port)),
      ),
    );
    const [gone, away] = [new URL(deployment.logins.worker), temporal!];
    gone.host = database!.address;
    const lost = () => [database!, away].forEach((link) => link.flow('swallow'));
    if (!served) lost();
    const env = { ...deployment.settings, DATABASE_WORKER_URL: gone.href, TEMPORAL_ADDRESS: away.address };
    const logs = await mkdtemp(join(tmpdir(), 'lavra-lost-'));
    const worker = await startProgram({ name: 'worker', script: 'worker/server.ts', env, logs });
    const said = (words: string) => until(words, async () => worker.lastLines().some((line) => line.includes(words)));
    try {
      await said(served ? 'worker is ready' : 'cannot be reached yet');
      lost();
      await setTimeout(2_500); // long enough for it to begin what it does by timer
      const at = Date.now();
      process.kill(worker.pid, 'SIGTERM');
      const how = await Promise.race([worker.exited, setTimeout(60_000, 'still there')]);
      expect([how, Date.now() - at]).toEqual(['código 0', expect.toSatisfy((ms: number) => ms < limitMs)]);
    } finally {
      await worker.stop();
      await Promise.all([database!.close(), away.close(), rm(logs, { recursive: true, force: true })]);
    }
  },
);

async function restart(part: Part): Promise<void> {
  const { how, ms } = await part.end();
  expect(how).toBe('código 0');
  expect(ms).toBeLessThan(exitWithinMs);
  await part.start();
}

/** Posts notes, each when the one before is settled, until the signal. @returns the ids that were accepted */
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
