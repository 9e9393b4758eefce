import { randomUUID } from 'node:crypto';
import { Worker } from '@temporalio/worker';
import { expect, test } from 'vitest';
import type { EndpointOutlook } from '../../../activities/webhooks/index.ts';
import { queues, webhooksId } from '../../../temporal/names.ts';
import { wakeEndpoint } from '../../../temporal/start.ts';
import { workflowBundle } from '../../support/servers/parts.ts';
import { testTemporal } from '../../support/servers/temporal.ts';

/** Three of these make a history so large that Temporal suggests a new run, as about four thousand events do. */
const filler = 'x'.repeat(1_500_000);
const visitsInAll = 6;

test('an actor that is woken during every visit begins anew before its history grows too long, and knows what it knew', async () => {
  const temporal = await testTemporal();
  const { client, native } = temporal;
  const endpointId = randomUUID();
  const workflowId = webhooksId(endpointId);
  const wake = () => wakeEndpoint(client, { endpointId, ownerLabel: '11222333000181' });
  const visits: boolean[] = [];
  const runs = new Set<string>();
  const deliverDue = async (_id: string, wasInTrouble: boolean): Promise<EndpointOutlook & { filler: string }> => {
    const { runId } = await client.workflow.getHandle(workflowId).describe();
    const isActive = visits.length + 1 < visitsInAll;
    if (isActive) await wake();
    visits.push(wasInTrouble);
    runs.add(runId);
    return { isActive, isInTrouble: true, waitMs: 0, filler };
  };
  const place = { connection: native, activities: { deliverDue } };
  const usual = await Worker.create({ ...place, taskQueue: queues.webhooks, workflowBundle });
  const inTrouble = await Worker.create({ ...place, taskQueue: queues.webhooksInTrouble });

  await usual.runUntil(
    inTrouble.runUntil(async () => {
      await wake();
      await client.workflow.getHandle(workflowId).result();
    }),
  );
  expect(visits[0]).toBe(false);
  expect(visits.slice(1).every(Boolean)).toBe(true);
  expect(runs.size).toBeGreaterThan(1);
  await temporal.close();
});
