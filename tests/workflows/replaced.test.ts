import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { NextOfReplaced } from '../../activities/replaced/index.ts';
import type { Mend, Progress, ReplacedEnd } from '../../domain/conversation/progress.ts';
import { messages } from '../../temporal/names.ts';
import type { replaced } from '../../workflows/index.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await timeSkippingEnvironment();
});
afterAll(() => environment?.teardown());

const unanswered = { kind: 'wait', pause: 'unanswered', reason: 'Consultando' } as const;
const processing = { kind: 'wait', pause: 'processing', reason: 'Resposta da SEFAZ ao cancelamento' } as const;
const held = { kind: 'held', reason: 'Confira o número', waitKind: 'PERSON', untilMs: null } as const;
const cancelled = { kind: 'settled', end: 'CANCELLED' } as const;

test('a first note that its authority has is asked for, then cancelled, then settled', async () => {
  const { end, steps } = await settle([
    { do: 'ask', brings: unanswered },
    { do: 'ask', brings: unanswered },
    { do: 'cancel', brings: processing },
    cancelled,
  ]);
  expect({ end, steps }).toEqual({ end: 'CANCELLED', steps: ['ask', 'ask', 'cancel'] });
});

test('a first note that its authority never had is given up', async () => {
  const given = { kind: 'settled', end: 'GIVEN_UP' } as const;
  const { end, steps } = await settle([{ do: 'ask', brings: unanswered }, { do: 'giveUp', brings: processing }, given]);
  expect({ end, steps }).toEqual({ end: 'GIVEN_UP', steps: ['ask', 'giveUp'] });
});

test('a step that settles it ends the run', async () => {
  expect(await settle([{ do: 'ask', brings: cancelled }])).toMatchObject({ end: 'CANCELLED', steps: ['ask'] });
});

test('a number that is proposed to a person waits for the word of one, and looks by itself every hour', async () => {
  expect((await settle([held, held, cancelled])).waitedSeconds).toBe(2 * 3_600);
  const approved = await settle([held, cancelled], (handle) => handle.signal(messages.mended));
  expect(approved).toMatchObject({ end: 'CANCELLED', waitedSeconds: 0 });
});

test('a step that a person must look at is tried again once something was mended', async () => {
  const stop = { kind: 'stop', reason: 'Enviado várias vezes sem julgamento' } as const;
  const { end, waitedSeconds } = await settle([{ do: 'ask', brings: stop }, cancelled], (handle) =>
    handle.signal(messages.mended),
  );
  expect({ end, waitedSeconds }).toEqual({ end: 'CANCELLED', waitedSeconds: 0 });
});

test('a fault of ours is waited for like any other, until it is mended', async () => {
  const broken = { kind: 'mend', reason: 'Falha interna' } as const;
  expect(await settle([broken, cancelled])).toMatchObject({ end: 'CANCELLED', waitedSeconds: 3_600 });
});

type Handle = Awaited<ReturnType<typeof environment.client.workflow.start<typeof replaced>>>;
/** A decision, and the result of its step if it has one. */
type Decision = Progress<ReplacedEnd> | { do: 'ask' | 'cancel' | 'giveUp'; brings: Progress<ReplacedEnd> };

/** Runs the settlement by a script of decisions. */
async function settle(script: Decision[], signals?: (handle: Handle) => Promise<void>) {
  const taskQueue = randomUUID();
  const steps: string[] = [];
  let at = 0;
  let brings: Progress<ReplacedEnd> | null = null;
  const step = (name: string) => async (): Promise<Progress<ReplacedEnd> | Mend> => {
    steps.push(name);
    return brings!;
  };
  const activities = {
    nextOfReplaced: async (): Promise<NextOfReplaced> => {
      const decision = script[at++]!;
      if (!('do' in decision)) return decision;
      ({ brings } = decision);
      return { do: decision.do };
    },
    askReplaced: step('ask'),
    cancelReplaced: step('cancel'),
    giveUpReplaced: step('giveUp'),
  };
  const { nativeConnection: connection, client } = environment;
  const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities });
  return worker.runUntil(async () => {
    const handle = await client.workflow.start<typeof replaced>('replaced', {
      taskQueue,
      workflowId: randomUUID(),
      args: [{ replacedId: randomUUID() }],
    });
    await signals?.(handle);
    const end = await handle.result();
    return { end, steps, waitedSeconds: waitedIn(await handle.fetchHistory()) };
  });
}

/** The milliseconds of all timers that a run waited for. */
function waitedIn({ events }: Awaited<ReturnType<Handle['fetchHistory']>>): number {
  const fired = (events ?? []).map(({ timerFiredEventAttributes: timer }) => timer?.timerId);
  return (events ?? []).reduce((sum, { timerStartedEventAttributes: timer }) => {
    return timer && fired.includes(timer.timerId) ? sum + Number(timer.startToFireTimeout?.seconds) : sum;
  }, 0);
}
