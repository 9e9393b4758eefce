import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure, defaultPayloadConverter } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { PreparedNote } from '../../activities/store.ts';
import type { EmissionEnd, Progress, Resolution } from '../../domain/conversation/progress.ts';
import { messages, searchAttributes } from '../../temporal/names.ts';
import type { emission } from '../../workflows/index.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await timeSkippingEnvironment();
});
afterAll(() => environment?.teardown());

const keyOfTheNote = '3'.repeat(44);
const keyOfTheAnswer = '4'.repeat(50);
const authorized = { kind: 'settled', end: 'AUTHORIZED' } as const;
const rejected = { kind: 'settled', end: 'REJECTED' } as const;
const paused = { kind: 'wait', pause: 'paused', reason: 'Serviço da SEFAZ parado: 108' } as const;
const held = { kind: 'held', reason: 'A transmitir', waitKind: 'TRANSMISSION', untilMs: null } as const;
const stopped = { kind: 'stop', reason: 'Outra chave ocupa o número 7' } as const;

test('an authorized note ends the run', async () => {
  expect(await emit([authorized])).toMatchObject({ end: 'AUTHORIZED', steps: 1 });
});

test('a rejection is an answer, not a failure', async () => {
  expect(await emit([rejected])).toMatchObject({ end: 'REJECTED', steps: 1 });
});

test('an attempt that is no longer the document’s own ends silently', async () => {
  expect(await emit([], { prepared: { kind: 'notOurs' } })).toMatchObject({ end: 'SKIPPED', steps: 0 });
});

test('a note that cannot be built is rejected without a word to the authority', async () => {
  expect(await emit([], { prepared: { kind: 'rejected', end: 'REJECTED' } })).toMatchObject({
    end: 'REJECTED',
    steps: 0,
  });
});

test('a paused service is waited for, longer each time, up to three minutes', async () => {
  const { end, waitedSeconds } = await emit([paused, paused, paused, paused, paused, paused, authorized]);
  expect(end).toBe('AUTHORIZED');
  const pausesSeconds = 15 + 30 + 60 + 120 + 180 + 180;
  expect(waitedSeconds).toBe(pausesSeconds);
});

test('a note that is to be sent again is sent at once, and the pauses after it begin anew', async () => {
  const unanswered = { kind: 'wait', pause: 'unanswered', reason: 'Consultando' } as const;
  const lost = [unanswered, unanswered, unanswered];
  const resend = { kind: 'wait', pause: 'resend', reason: 'Enviando de novo' } as const;
  const { end, waitedSeconds } = await emit([...lost, resend, ...lost, resend, authorized]);
  expect(end).toBe('AUTHORIZED');
  const pausesSeconds = 2 * (1 + 3 + 10);
  expect(waitedSeconds).toBe(pausesSeconds);
});

test('a moment that is known is waited for and not a second less', async () => {
  const untilMs = (await environment.currentTimeMs()) + 61 * 60_000;
  const { endedAt } = await emit([{ kind: 'waitUntil', untilMs, reason: '656' }, authorized]);
  expect(endedAt.getTime()).toBeGreaterThanOrEqual(untilMs);
});

test('a certificate to be mended is tried again every hour', async () => {
  const { waitedSeconds } = await emit([{ kind: 'mend', reason: '280' }, authorized]);
  expect(waitedSeconds).toBe(3_600);
});

test('a mended certificate ends the wait at once', async () => {
  const { waitedSeconds } = await emit([{ kind: 'mend', reason: '280' }, authorized], {
    signals: (handle) => handle.signal(messages.mended),
  });
  expect(waitedSeconds).toBe(0);
});

test('a fault of ours that kept the note from being prepared is waited for until it is mended, or for an hour', async () => {
  const broken = { kind: 'mend', reason: 'Falha interna' } as const;
  expect((await emit([authorized], { prepared: broken })).waitedSeconds).toBe(3_600);
  const mended = await emit([authorized], {
    prepared: broken,
    signals: async (handle) => {
      expect(await until(() => handle.query<string | null>(messages.state))).toBe(broken.reason);
      await handle.signal(messages.mended);
    },
  });
  expect(mended).toMatchObject({ end: 'AUTHORIZED' });
  expect(mended.waitedSeconds).toBe(0);
});

test('a stopped note says why and goes on only when a person has decided', async () => {
  const seen: Resolution[] = [];
  const { end } = await emit([stopped], {
    resolve: async (_id, _attempt, resolution) => {
      seen.push(resolution);
      return 'adopt' in resolution ? null : 'REJECTED';
    },
    signals: async (handle) => {
      expect(await until(() => handle.query<string | null>(messages.state))).toBe(stopped.reason);
      await handle.signal(messages.resolved, { adopt: '3'.repeat(44) });
      await until(() => Promise.resolve(seen[0] ?? null));
      await handle.signal(messages.resolved, { reject: true });
    },
  });
  expect(end).toBe('REJECTED');
  expect(seen).toEqual([{ adopt: '3'.repeat(44) }, { reject: true }]);
});

test('what a run waits for stands in the list of runs while it does', async () => {
  const processing = { kind: 'wait', pause: 'processing', reason: 'Em processamento' } as const;
  const unreachable = { kind: 'wait', pause: 'unreachable', reason: 'Sem conexão' } as const;
  const shownOf = async (script: Progress<EmissionEnd>[], options?: Options) =>
    (await emit(script, options)).waitsShown;
  expect(await shownOf([processing, authorized])).toEqual([]);
  expect(await shownOf([paused, paused, authorized])).toEqual([['AUTHORITY_PAUSED'], []]);
  const both = [paused, unreachable, processing, authorized];
  expect(await shownOf(both)).toEqual([['AUTHORITY_PAUSED'], ['AUTHORITY_UNREACHABLE'], []]);
  const broken = { kind: 'mend', reason: 'Falha interna' } as const;
  expect(await shownOf([authorized], { prepared: broken })).toEqual([['OURS'], []]);
});

test('a wait that a run took over from the one before it leaves the list, too', async () => {
  const waiting = { [searchAttributes.waitingFor]: ['AUTHORITY_PAUSED'] };
  const { waitsShown } = await emit([paused, authorized], { shown: waiting });
  expect(waitsShown.at(-1)).toEqual([]);
});

test('a stop shows its reason in the history, as a timer that the decision ends', async () => {
  const { waitsShown, timers } = await emit([stopped], {
    signals: async (handle) => {
      await until(() => handle.query<string | null>(messages.state));
      await handle.signal(messages.resolved, { reject: true });
    },
  });
  expect(waitsShown).toEqual([['PERSON'], []]);
  expect(timers).toEqual([{ summary: `Parado, à espera de uma pessoa: ${stopped.reason}`, isCancelled: true }]);
});

test('a sale that is issued anew ends the run of its first attempt, and says so', async () => {
  const reissued = { kind: 'settled', end: 'REISSUED' } as const;
  expect(await emit([paused, reissued])).toMatchObject({ end: 'REISSUED', steps: 2 });
  expect(await emit([], { prepared: { kind: 'ended', end: 'REISSUED' } })).toMatchObject({ end: 'REISSUED', steps: 0 });
});

test('what is held waits for the word of the judge, and looks by itself every hour', async () => {
  expect((await emit([held, held, authorized])).waitedSeconds).toBe(2 * 3_600);
  const letGo = await emit([held, authorized], { signals: (handle) => handle.signal(messages.mended) });
  expect(letGo).toMatchObject({ end: 'AUTHORIZED', waitedSeconds: 0 });
});

test('what is held until an instant goes on then', async () => {
  const untilMs = (await environment.currentTimeMs()) + 20 * 60_000;
  const { waitedSeconds } = await emit([{ ...held, untilMs }, authorized]);
  expect(waitedSeconds).toBeGreaterThan(19 * 60);
  expect(waitedSeconds).toBeLessThanOrEqual(20 * 60);
});

test('a wait that another form of issuing would spare ends in time for that decision', async () => {
  // Before the end of the 15 s pause, and later than a busy machine takes to begin.
  const atMostUntilMs = (await environment.currentTimeMs()) + 14_000;
  const { waitedSeconds } = await emit([{ ...paused, atMostUntilMs }, authorized]);
  expect(waitedSeconds).toBeLessThanOrEqual(14);
});

test('a fault of ours is tried again until it is gone', async () => {
  expect(await emit([new Error('the database is away'), authorized])).toMatchObject({ end: 'AUTHORIZED', steps: 2 });
});

test('a fault that cannot pass fails the run, where an operator sees it', async () => {
  await expect(emit([ApplicationFailure.nonRetryable('broken', 'Bug')])).rejects.toThrow(WorkflowFailedError);
});

test.each([
  ['known before anything is said', keyOfTheNote, authorized, [[keyOfTheNote], null]],
  ['given with the answer', null, authorized, [[keyOfTheAnswer]]],
  ['not given, because there is no document', null, rejected, [null]],
] as const)('an access key that is %s is what the run is found by', async (_, accessKey, answer, shown) => {
  const { end, keysShown } = await emit([answer], { prepared: { kind: 'ready', accessKey } });
  expect(end).toBe(answer.end);
  expect(keysShown).toEqual(shown);
});

test.each([
  ['known', keyOfTheNote, authorized, keyOfTheNote],
  ['given with the answer', null, authorized, keyOfTheAnswer],
  ['known', keyOfTheNote, rejected, keyOfTheNote],
] as const)(
  'a first turn that settles the note ends the run, its key %s, with one change of what it is found by',
  async (_, accessKey, first, key) => {
    const { end, steps, keysShown } = await emit([], { prepared: { kind: 'ready', accessKey, first } });
    expect({ end, steps }).toEqual({ end: first.end, steps: 0 });
    expect(keysShown).toEqual([[key]]);
  },
);

test('a first turn that must wait is followed by the next one after its pause', async () => {
  const prepared = { kind: 'ready', accessKey: keyOfTheNote, first: paused } as const;
  const { end, steps, waitedSeconds } = await emit([authorized], { prepared });
  expect({ end, steps }).toEqual({ end: 'AUTHORIZED', steps: 1 });
  expect(waitedSeconds).toBe(15);
});

test('a first turn that is handed over is gone on with at once', async () => {
  const prepared = { kind: 'ready', accessKey: keyOfTheNote, first: { kind: 'handedOver' } } as const;
  const { end, steps, keysShown } = await emit([authorized], { prepared });
  expect({ end, steps, keysShown }).toEqual({ end: 'AUTHORIZED', steps: 1, keysShown: [[keyOfTheNote], null] });
});

test('an attempt that the run had ended before its worker died ends the run in the same way', async () => {
  const { end, steps, keysShown } = await emit([], { prepared: { kind: 'ended', end: 'AUTHORIZED' } });
  expect({ end, steps, keysShown }).toEqual({ end: 'AUTHORIZED', steps: 0, keysShown: [[keyOfTheAnswer]] });
});

type Handle = Awaited<ReturnType<typeof environment.client.workflow.start<typeof emission>>>;
type History = Awaited<ReturnType<Handle['fetchHistory']>>;
type Options = {
  prepared?: PreparedNote;
  resolve?: (id: string, attempt: number, resolution: Resolution) => Promise<EmissionEnd | null>;
  signals?: (handle: Handle) => Promise<void>;
  /** Search attributes at the start of the run. */
  shown?: Record<string, string[]>;
};

/** Runs the workflow against an authority that answers by `script`, step by step. */
async function emit(script: (Progress<EmissionEnd> | Error)[], options: Options = {}) {
  const taskQueue = randomUUID();
  let steps = 0;
  let preparations = 0;
  const activities = {
    prepare: async (): Promise<PreparedNote> => {
      const first = preparations++ === 0 ? options.prepared : undefined;
      return first ?? { kind: 'ready', accessKey: keyOfTheNote };
    },
    authorize: async (): Promise<Progress<EmissionEnd>> => {
      const next = script[steps++]!;
      if (next instanceof Error) throw next;
      return next;
    },
    resolve: options.resolve ?? (async () => 'REJECTED' as const),
    accessKeyOf: async () => keyOfTheAnswer,
  };
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle,
    activities,
  });
  return worker.runUntil(async () => {
    const handle = await environment.client.workflow.start<typeof emission>('emission', {
      taskQueue,
      workflowId: randomUUID(),
      args: [{ documentId: randomUUID(), attempt: 1 }],
      searchAttributes: options.shown ?? {},
    });
    await options.signals?.(handle);
    const end = await handle.result();
    const { closeTime: endedAt } = await handle.describe();
    const history = await handle.fetchHistory();
    return {
      end,
      steps,
      keysShown: shownIn(history, searchAttributes.accessKey),
      waitsShown: shownIn(history, searchAttributes.waitingFor).filter((shown) => shown !== null),
      timers: timersIn(history),
      endedAt: endedAt!,
      waitedSeconds: waitedIn(history),
    };
  });
}

/** The milliseconds of all timers that a run waited for, without what the machine took besides. */
function waitedIn({ events }: History): number {
  const fired = (events ?? []).map(({ timerFiredEventAttributes: timer }) => timer?.timerId);
  const seconds = (events ?? []).map(({ timerStartedEventAttributes: timer }) =>
    timer && fired.includes(timer.timerId) ? Number(timer.startToFireTimeout?.seconds) : 0,
  );
  return seconds.reduce((sum, each) => sum + each, 0);
}

/** The values of a search attribute in each upsert. */
function shownIn({ events }: History, name: string): (string[] | null)[] {
  return (events ?? []).flatMap(({ upsertWorkflowSearchAttributesEventAttributes: upsert }) => {
    if (!upsert) return [];
    const payload = upsert.searchAttributes?.indexedFields?.[name];
    return [payload ? (defaultPayloadConverter.fromPayload<string[] | null>(payload) ?? []) : null];
  });
}

/** The timers of a run, as a reader of the history sees them. */
function timersIn({ events }: History): { summary: string | null; isCancelled: boolean }[] {
  const cancelled = (events ?? []).map(({ timerCanceledEventAttributes: timer }) => timer?.timerId);
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer, userMetadata }) => {
    if (!timer) return [];
    const summary = userMetadata?.summary ? defaultPayloadConverter.fromPayload<string>(userMetadata.summary) : null;
    return [{ summary, isCancelled: cancelled.includes(timer.timerId) }];
  });
}

async function until<Value>(look: () => Promise<Value | null>): Promise<Value> {
  for (;;) {
    const value = await look();
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
