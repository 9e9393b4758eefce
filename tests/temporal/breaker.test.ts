import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '@temporalio/client';
import { emissionId } from '../../temporal/names.ts';
import { guardStarts } from '../../temporal/breaker.ts';
import { createTemporalClient } from '../../temporal/client.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { startEmission } from '../../temporal/start.ts';
import { type Link, openLink } from '../support/faults/link.ts';
import { type TestTemporal, testTemporal } from '../support/servers/temporal.ts';
import { until } from '../support/checks/until.ts';

let temporal: TestTemporal;
/** Connected to a Temporal without workers. */
let client: Client;
let link: Link;
const over = new AbortController();
beforeAll(async () => {
  temporal = await testTemporal();
  link = await openLink(Number(temporal.address.split(':')[1]));
  const place = { address: link.address, namespace: 'default', tls: false };
  client = createTemporalClient({ temporal: { ...place, apiKey: undefined, certFile: undefined, keyFile: undefined } });
});
afterAll(async () => {
  over.abort();
  await client.connection.close();
  await link.close();
  await temporal.close();
});

test('once a start got no answer the next are refused at once, and taken again as soon as Temporal answers', async () => {
  const changes: boolean[] = [];
  const breaker = guardStarts(client, {
    signal: over.signal,
    everyMs: 100,
    onChange: (isOpen) => changes.push(isOpen),
  });
  await until('a first start', () => start());
  changes.splice(0); // a busy machine may have opened it
  await until('a breaker that is closed', async () => !breaker.isOpen());

  link.flow('swallow');
  const asked = performance.now();
  await expect(start()).rejects.toThrow(TemporalUnavailable);
  expect(breaker.isOpen()).toBe(true);
  const at = performance.now();
  const refused = await Promise.allSettled(Array.from({ length: 50 }, () => start()));
  // Fifty calls together wait less than the one that waited for an answer.
  expect(performance.now() - at).toBeLessThan(at - asked);
  expect(refused.filter(({ status }) => status === 'fulfilled')).toEqual([]);

  link.flow('open');
  await until('starts are taken again', () => start());
  expect(changes.slice(0, 2)).toEqual([true, false]);
});

test('what Temporal refuses opens nothing', async () => {
  const breaker = guardStarts(client, { signal: over.signal });
  const lost = createTemporalClient({
    temporal: { address: link.address, namespace: 'nowhere', apiKey: undefined, tls: false, certFile: undefined, keyFile: undefined }, // oxfmt-ignore
  });
  const ofLost = guardStarts(lost, { signal: over.signal });
  await expect(start(lost)).rejects.toThrow(TemporalUnavailable);
  expect([breaker.isOpen(), ofLost.isOpen()]).toEqual([false, false]);
  await lost.connection.close();
});

async function start(by = client): Promise<string | null> {
  const documentId = randomUUID();
  const run = await startEmission(by, {
    documentId,
    attempt: 1,
    companyTaxId: '11222333000181',
    documentType: 'NFE',
    title: 'teste',
  });
  await by.workflow.getHandle(emissionId(documentId, 1)).terminate('the test is over');
  return run;
}
