import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { localSettings } from '../../local/settings.ts';
import { startProgram } from '../../local/services/program.ts';
import type { RunningService } from '../../local/services/service.ts';
import { claimNamespace, ForeignNamespace, installationOfNamespace } from '../../temporal/claim.ts';
import { claimId, queues } from '../../temporal/names.ts';
import { temporalState } from '../../temporal/namespace.ts';
import { startEmission } from '../../temporal/start.ts';
import { startOwnApi } from '../api/own-api.ts';
import { lavraJson } from '../cli/lavra.ts';
import { byLogin, patientOrm, schemas, testDatabase, workflowBundle } from '../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../support/servers/temporal.ts';
import { until } from '../support/checks/until.ts';

const namespace = 'two-installations';
const patienceMs = 30_000;

let temporal: TestTemporal;
let client: Client;
let folder: string;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  temporal = await testTemporal();
  client = new Client({ connection: temporal.client.connection, namespace });
  folder = await mkdtemp(join(tmpdir(), 'lavra-claims-'));
  await client.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('1 day') });
  await until('the namespace', async () => (await temporalState(client, { patienceMs })) === 'up');
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await temporal.close();
  await rm(folder, { recursive: true, force: true });
});

test('however many installations want a namespace at once, it belongs to one, and the others are told to whom', async () => {
  await until('schedules', async () => (await installationOfNamespace(client)) === null);
  for (let round = 1; round <= 5; round += 1) {
    const wanting = Array.from({ length: 2 + round }, () => randomUUID());
    const ends = await Promise.all(
      [...wanting, ...wanting].map((each) => claimNamespace(client, each).then(() => each, foreign)),
    );
    const owner = await installationOfNamespace(client);
    expect(wanting).toContain(owner);
    expect(ends).toEqual(
      [...wanting, ...wanting].map((each) => (each === owner ? owner : expect.objectContaining({ owner }))),
    );
    await giveUp();
  }
});

test('a worker serves nobody else’s namespace, says so, and serves as soon as it is its own', async () => {
  const [one, other] = await Promise.all([database(), database()]);
  const owning = await worker(one.url, 'one');
  await until('the first serves', async () => owning.said('worker is ready'));
  const refused = await worker(other.url, 'other');
  await until('the second refuses', async () => refused.said(`belongs to another installation (${one.id})`));
  expect(refused.said('worker is ready')).toBe(false);
  expect(await pollers()).toEqual([String(owning.pid)]);

  const api = await startOwnApi({ temporal: client, databaseUrl: other.url });
  expect(await api.call('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { status: 'error', temporal: 'other_installation' },
  });
  await api.close();
  const settings = {
    DATABASE_URL: other.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: namespace,
    LAVRA_MASTER_KEY: key,
  };
  const { answer } = await lavraJson(['doctor'], settings);
  expect((answer as { findings: unknown[] }).findings).toContainEqual({
    check: 'temporal',
    status: 'FAILURE',
    message: expect.stringContaining(`de outra instalação (${one.id}; a deste banco de dados é ${other.id})`),
    mend: expect.stringContaining('temporal schedule delete'),
  });

  await owning.stop();
  await giveUp();
  await until('the second serves', async () => refused.said('worker is ready'));

  // The address suddenly leads to another installation's Temporal: nothing there may be ended.
  await until('it is the first one’s again', async () => {
    await giveUp();
    await claimNamespace(client, one.id); // unless the worker is quicker
    return true;
  });
  const documentId = randomUUID();
  const start = { documentId, attempt: 1, companyTaxId: 'x', documentType: 'NFE', title: 'de outra' } as const;
  await startEmission(client, start);
  await until('it stops', async () => refused.said('worker serves no more'));
  const { status } = await client.workflow.getHandle(`emission/${documentId}/1`).describe();
  expect(status.name).toBe('RUNNING');
});

const key = Buffer.alloc(32, 5).toString('base64');

/** The database of another installation, with another id than that of the template. */
async function database(): Promise<{ url: string; id: string }> {
  const url = await testDatabase();
  const orm = await patientOrm(url);
  const id = randomUUID();
  await orm.em.fork().execute('update installation set id = ?', [id]);
  await orm.close();
  return { url, id };
}

async function worker(url: string, name: string): Promise<RunningService & { said(words: string): boolean }> {
  const env = {
    ...localSettings().inherited,
    DATABASE_WORKER_URL: byLogin(url, 'worker'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: namespace,
    LAVRA_MASTER_KEY: key,
    LAVRA_SCHEMAS: schemas,
    LAVRA_WORKFLOW_BUNDLE: (workflowBundle as { codePath: string }).codePath,
    LAVRA_METRICS_PORT: '0',
    PUPPETEER_EXECUTABLE_PATH: '',
    LAVRA_BLOBS: `file://${folder}/blobs-${name}`,
  };
  const service = await startProgram({ name, script: 'worker/server.ts', env, logs: join(folder, name) });
  closing.push(() => service.stop());
  return { ...service, said: (words) => service.lastLines().some((line) => line.includes(words)) };
}

/** Identities (process ids) of the workers that poll for emissions. */
async function pollers(): Promise<string[]> {
  const asked = { namespace, taskQueue: { name: queues.emission }, taskQueueType: 1 };
  const { pollers: seen } = await client.workflowService.describeTaskQueue(asked);
  return [...new Set((seen ?? []).map(({ identity }) => identity?.split('@')[0] ?? ''))];
}

async function giveUp(): Promise<void> {
  await client.schedule.getHandle(claimId).delete();
  await until('it is free', async () => (await installationOfNamespace(client)) === null);
}

function foreign(error: unknown): ForeignNamespace {
  if (error instanceof ForeignNamespace) return error;
  throw error;
}
