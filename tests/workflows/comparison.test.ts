import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ComparisonProgress } from '../../activities/comparison/index.ts';
import { comparisonId, queues } from '../../temporal/names.ts';
import { startComparison } from '../../temporal/start.ts';
import { runWorkers } from '../../worker/worker.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { untilTemporalTakes } from '../support/checks/until.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

let environment: TestWorkflowEnvironment;
let close: () => Promise<unknown>;
/** The result of each visit, and when it was made. */
let visits: ((nowMs: number) => ComparisonProgress)[] = [];
const madeAt: number[] = [];
beforeAll(async () => {
  environment = await timeSkippingEnvironment();
  const place = { connection: environment.nativeConnection, maxCachedWorkflows: 0 };
  const compareSome = async (): Promise<ComparisonProgress> => {
    const now = await environment.currentTimeMs();
    madeAt.push(now);
    return visits.shift()?.(now) ?? { kind: 'settled', end: 'COMPARED' };
  };
  const workers = await Promise.all([
    Worker.create({ ...place, taskQueue: queues.events, workflowBundle }),
    Worker.create({ ...place, taskQueue: queues.comparison, activities: { compareSome } }),
  ]);
  const stopping = new AbortController();
  const running = runWorkers(workers, stopping.signal);
  close = async () => {
    stopping.abort();
    await running;
    await environment.teardown();
  };
});
afterAll(() => close?.());

test('a comparison goes on visit by visit, keeps silence as long as it is asked for, and ends', async () => {
  const hourMs = 3_660_000;
  const certificate = 'A empresa está sem certificado A1 válido.';
  visits = [
    () => ({ kind: 'moved', done: 100, total: 250 }),
    (now) => ({ kind: 'waitUntil', untilMs: now + hourMs, reason: 'A SEFAZ pede silêncio.', waitKind: 'THROTTLED' }),
    () => ({ kind: 'wait', pause: 'unreachable', reason: 'A SEFAZ não foi alcançada.' }),
    () => ({ kind: 'mend', reason: certificate, waitKind: 'CERTIFICATE' }),
    () => ({ kind: 'moved', done: 200, total: 250 }),
  ];
  const id = randomUUID();
  const start = { comparisonId: id, companyTaxId: '11222333000181', month: '2026-10' };
  await untilTemporalTakes(() => startComparison(environment.client, start));
  const run = environment.client.workflow.getHandle(comparisonId(id));
  expect(await run.result()).toBe('COMPARED');
  expect(madeAt).toHaveLength(6);
  expect((madeAt[2] ?? 0) - (madeAt[1] ?? 0)).toBeGreaterThanOrEqual(hourMs);
  expect((madeAt[4] ?? 0) - (madeAt[3] ?? 0)).toBeGreaterThanOrEqual(3_600_000);
  await recordHistory(environment.client, { workflowId: comparisonId(id) }, 'comparison');
});
