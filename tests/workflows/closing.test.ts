import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { ClosingActivities, ClosingStepActivities } from '../../activities/closings/index.ts';
import type { PackProgress, PageMark, ClosingCounts } from '../../domain/conversation/pack-progress.ts';
import type { Actors } from '../../domain/conversation/actors.ts';
import { closingId, messages, queues } from '../../temporal/names.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

const hourMs = 3_600_000;
const away: PackProgress = { kind: 'wait', pause: 'store', reason: 'O armazenamento dos arquivos não responde.' };

let environment: TestWorkflowEnvironment;
let running: Promise<void>;
let worker: Worker;
/** The result of each part, by how many came before and how long ago the first was. */
let outcome: (times: number, sinceMs: number) => PackProgress & { filler?: string };
let begins: ClosingCounts | null = { documentCount: 100, doneCount: 0, pdfCount: 0 };
const visits: { at: number; after: PageMark | null; runId: string }[] = [];
const abandoned: string[] = [];

const standIns: ClosingActivities & ClosingStepActivities = {
  dueClosings: async () => [],
  beginClosing: async () => begins,
  async pack(_, after) {
    const { currentAttemptScheduledTimestampMs: at, workflowExecution } = Context.current().info;
    visits.push({ at, after, runId: workflowExecution!.runId });
    return outcome(visits.length - 1, at - visits[0]!.at);
  },
  async abandonClosing(_, reason) {
    abandoned.push(reason);
    return 'FAILED';
  },
};

beforeAll(async () => {
  environment = await timeSkippingEnvironment();
  worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: queues.closings,
    workflowBundle,
    activities: standIns,
  });
  running = worker.run();
});
afterAll(async () => {
  worker?.shutdown();
  await running;
  await environment?.teardown();
});

test('parts follow each other, each reading on where the one before it stopped', async () => {
  const marks = [1, 2].map((day) => ({ issuedAt: `2026-10-0${day} 12:00:00+00`, id: randomUUID() }));
  outcome = (times) => (times < 2 ? packed(50 * (times + 1), marks[times]!) : done);
  expect(await end(await start())).toBe('COMPLETED');
  expect(visits.map(({ after }) => after)).toEqual([null, ...marks]);
});

test('a store that is away for hours is waited for, longer each time, and the ZIP is made once it is back', async () => {
  outcome = (_, sinceMs) => (sinceMs < 5 * hourMs ? away : done);
  expect(await end(await start())).toBe('COMPLETED');
  const pauses = visits.slice(1).map(({ at }, index) => (at - visits[index]!.at) / 1000);
  expect(pauses.slice(0, 5).map((seconds) => Math.floor(seconds / 10) * 10)).toEqual([10, 30, 60, 120, 300]);
  expect(Math.max(...pauses)).toBeLessThan(700);
  expect(abandoned).toEqual([]);
});

test('after 24 hours in which nothing moved there will be no ZIP, and the reason says what it waited for', async () => {
  outcome = () => away;
  expect(await end(await start())).toBe('FAILED');
  expect(abandoned).toEqual([expect.stringMatching(/24 horas.*não responde/)]);
  expect(visits.at(-1)!.at - visits[0]!.at).toBeGreaterThan(23.8 * hourMs);
  expect(visits.at(-1)!.at - visits[0]!.at).toBeLessThan(24.5 * hourMs);
});

test('a part that is stored in between begins the 24 hours anew', async () => {
  let isStored = false;
  outcome = (_, sinceMs) => {
    if (sinceMs >= 30 * hourMs) return done;
    if (isStored || sinceMs < 15 * hourMs) return away;
    isStored = true;
    return packed(50, null);
  };
  expect(await end(await start())).toBe('COMPLETED');
  expect(abandoned).toEqual([]);
});

test('a closing that has ended, or is not there, is not taken up', async () => {
  begins = null;
  expect(await end(await start())).toBe('SKIPPED');
  begins = { documentCount: 100, doneCount: 0, pdfCount: 0 };
  expect(visits).toEqual([]);
});

test('progress is seen by query: documents, PDFs a second, what it waits for', async () => {
  outcome = (times) => (times === 0 ? packed(50, null) : done);
  const id = await start();
  await end(id);
  const seen: unknown = await environment.client.workflow.getHandle(closingId(id)).query(messages.state);
  expect(seen).toMatchObject({ documentCount: 100, doneCount: 50, pdfCount: 50, waitingFor: null });
});

test('a long closing goes on as a new run, which knows where it was', async () => {
  const mark = { issuedAt: '2026-10-02 12:00:00+00', id: randomUUID() };
  // Three of these make a history so large that Temporal suggests a new run, as about four thousand events do.
  outcome = (times) => (times < 8 ? { ...packed(10 * (times + 1), mark), filler: 'x'.repeat(1_500_000) } : done);
  expect(await end(await start())).toBe('COMPLETED');
  expect(new Set(visits.map(({ runId }) => runId)).size).toBeGreaterThan(1);
  expect(visits.slice(1).map(({ after }) => after)).toEqual(Array(8).fill(mark));
});

const done: PackProgress = { kind: 'settled', end: 'COMPLETED' };

function packed(count: number, after: PageMark | null): PackProgress {
  return { kind: 'packed', after, documentCount: 100, doneCount: count, pdfCount: count };
}

async function start(): Promise<string> {
  visits.length = 0;
  abandoned.length = 0;
  const id = randomUUID();
  await environment.client.workflow.start<Actors['closing']>('closing', {
    taskQueue: queues.closings,
    workflowId: closingId(id),
    args: [{ closingId: id }],
  });
  return id;
}

function end(id: string) {
  return environment.client.workflow.getHandle<Actors['closing']>(closingId(id)).result();
}
