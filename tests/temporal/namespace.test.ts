import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { isNamespaceMissing, mendNamespace, temporalState } from '../../temporal/namespace.ts';
import { startOwnApi, temporalAway } from '../api/own-api.ts';
import { lavraJson } from '../cli/lavra.ts';
import { until } from '../support/checks/until.ts';
import { type TestTemporal, testTemporal } from '../support/servers/temporal.ts';

const command = 'temporal operator namespace create --namespace nowhere --retention 30d';
const patienceMs = 30_000;

let temporal: TestTemporal;
let client: TestTemporal['client'];
let nowhere: Client;
beforeAll(async () => {
  temporal = await testTemporal();
  ({ client } = temporal);
  nowhere = new Client({ connection: client.connection, namespace: 'nowhere' });
});
afterAll(() => temporal.close());

test('a Temporal without the namespace is told apart from one that is away', async () => {
  expect(await temporalState(client, { patienceMs })).toBe('up');
  expect(await temporalState(nowhere, { patienceMs })).toBe('namespace_missing');
  expect(await temporalState(temporalAway(), { patienceMs: 1_000 })).toBe('away');
  const settings = { reconciliationSeconds: 60, webhookRetentionDays: 90 };
  const failed = await mendNamespace(nowhere, settings).catch((error: unknown) => error);
  expect(isNamespaceMissing(failed)).toBe(true);
});

test('a namespace of an earlier version gets the attributes that it lacks, and finds runs by them', async () => {
  const namespace = 'upgraded';
  const upgraded = new Client({ connection: client.connection, namespace });
  await client.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('1 day') });
  await until('the namespace', async () => (await temporalState(upgraded, { patienceMs })) === 'up');
  const keyword = 2;
  const known = { Company: keyword, DocumentType: keyword, AccessKey: keyword, DocumentStatus: keyword };
  const { operatorService } = client.connection;
  await until('its attributes', () => operatorService.addSearchAttributes({ namespace, searchAttributes: known }));
  const settings = { reconciliationSeconds: 3_600, webhookRetentionDays: 90 };
  const made = await until('what is new', () => mendNamespace(upgraded, settings));
  expect(made).toEqual(expect.arrayContaining(['Number', 'WaitingFor']));
  expect(made).not.toContain('Company');
  await until('a list by what is new', async () => {
    const { count } = await upgraded.workflow.count(`WaitingFor = 'PERSON' or Number = '1/123'`);
    return count === 0;
  });
});

test('an API without its namespace is not ready, and its log has the command that makes it', async () => {
  const api = await startOwnApi({ temporal: nowhere });
  const { status, body } = await api.call('GET', '/health/ready');
  expect({ status, body }).toEqual({
    status: 503,
    body: { status: 'error', database: 'up', temporal: 'namespace_missing' },
  });
  expect(await api.logs()).toContainEqual(expect.objectContaining({ message: expect.stringContaining(command) }));
  await api.close();
});

test('the doctor says which namespace is missing and how to make it', async () => {
  const { answer } = await lavraJson(['doctor'], {
    DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'nowhere',
  });
  const { findings } = answer as { findings: { check: string }[] };
  expect(findings.filter(({ check }) => check === 'temporal')).toEqual([
    { check: 'temporal', status: 'FAILURE', message: expect.stringContaining('nowhere'), mend: command },
  ]);
});
