import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { webhooksId } from '../../../temporal/names.ts';
import { recordHistory } from '../../support/checks/recorder.ts';
import { delivered, openScene, refused, type Scene, type SceneOptions, type Script } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterEach(() => scene?.retire());
afterAll(() => scene?.close());

const roundSteps = [2, 4, 8, 16];
/** Seconds between the twenty attempts of a delivery. */
const steps = [
  ...roundSteps,
  ...[5, 8, 12, 17, 25, 35, 50, 65, 85, 110, 135, 165, 200, 240, 288].map((minutes) => minutes * 60),
];

/** When each attempt of a delivery was due, in milliseconds. */
const dueTimes = new Map<string, number[]>();
/** The most milliseconds that a busy machine takes from a timer to a visit, while the clock goes on. */
const machineMs = 120_000;

test('a delivery that always fails is tried twenty times in a day, each to the second, across a restart of the worker', async () => {
  answer(() => refused);
  const { endpoint, delivery } = await waiting();
  await scene.sleep('1 hour');
  const beforeRestart = await scene.attempts(delivery);
  await scene.restart();
  await scene.ended(endpoint);

  const attempts = await scene.attempts(delivery);
  expect(beforeRestart).toHaveLength(9);
  expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  await expectSteps(delivery, 1, steps);
  expect(await scene.delivery(delivery)).toMatchObject({
    ...{ status: 'FAILED', attempts: 20, nextAttemptAt: null, deliveredAt: null },
    ...{ responseStatus: 500, responseBody: 'cheio', errorMessage: refused.error },
  });
  expect(await scene.endpoint(endpoint)).toMatchObject({ isActive: true, consecutiveFailures: 1 });
  expect(new Set(scene.posts.map(({ eventId }) => eventId)).size).toBe(1);
  await recordHistory(scene.client, { workflowId: webhooksId(endpoint) }, 'webhook-delivery-twenty-attempts');
});

test('the fifth failure in a row makes a delivery FAILED, and one that succeeds later makes it SUCCEEDED', async () => {
  const seen: string[] = [];
  answer(async ({ deliveryId }) => {
    seen.push((await scene.delivery(deliveryId)).status);
    return seen.length < 7 ? refused : delivered;
  });
  const { endpoint, delivery } = await waiting();
  await scene.ended(endpoint);

  expect(seen).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING', 'PENDING', 'FAILED', 'FAILED']);
  const attempts = await scene.attempts(delivery);
  expect(attempts.map(({ responseStatus, errorMessage }) => [responseStatus, errorMessage])).toEqual([
    ...Array.from({ length: 6 }, () => [500, refused.error]),
    [204, null],
  ]);
  const { deliveredAt, ...row } = await scene.delivery(delivery);
  expect(row).toMatchObject({ status: 'SUCCEEDED', attempts: 7, nextAttemptAt: null, errorMessage: null });
  expect(+deliveredAt!).toBe(+attempts[6]!.startedAt);
});

test('a redelivery of a failed delivery is a round of five more, and the later steps go on where they were', async () => {
  answer(() => refused);
  const { endpoint, delivery } = await waiting();
  await scene.sleep('35 minutes');
  expect(await scene.delivery(delivery)).toMatchObject({ status: 'FAILED', attempts: 8 });
  await scene.redeliver(delivery);
  await scene.wake(endpoint);
  await scene.sleep('10 minutes');
  expect(await scene.delivery(delivery)).toMatchObject({ status: 'FAILED', attempts: 13, roundAttempts: 5 });
  await scene.ended(endpoint);

  const attempts = await scene.attempts(delivery);
  await expectSteps(delivery, 1, steps.slice(0, 7));
  await expectSteps(delivery, 9, roundSteps);
  await expectSteps(delivery, 13, steps.slice(12));
  expect(attempts).toHaveLength(20);
  expect(await scene.endpoint(endpoint)).toMatchObject({ consecutiveFailures: 2 });
});

test('a redelivery after the twentieth attempt is one more round, and no later steps', async () => {
  answer(() => refused);
  const { endpoint, delivery } = await waiting();
  await scene.ended(endpoint);
  await scene.redeliver(delivery);
  await scene.wake(endpoint);
  await scene.ended(endpoint);

  const attempts = await scene.attempts(delivery);
  expect(attempts).toHaveLength(25);
  await expectSteps(delivery, 21, roundSteps);
  expect(await scene.delivery(delivery)).toMatchObject({ status: 'FAILED', attempts: 25, nextAttemptAt: null });
});

test('a redelivery that is asked for while the last attempt travels is made, whatever came of that', async () => {
  answer(async ({ deliveryId }) => {
    const { attempts } = await scene.delivery(deliveryId);
    if (attempts === 4) await scene.redeliver(deliveryId);
    return refused;
  });
  const { endpoint, delivery } = await waiting();
  await scene.sleep('10 minutes');
  expect(await scene.attempts(delivery)).toHaveLength(10);
  expect(await scene.delivery(delivery)).toMatchObject({ status: 'FAILED', attempts: 10, roundAttempts: 5 });
  expect(await scene.endpoint(endpoint)).toMatchObject({ consecutiveFailures: 1 });
});

test('an overloaded receiver is asked again when it said, up to twice the step', async () => {
  const asked = [1, 5, 100];
  answer(() => {
    const retryAfterSeconds = asked.shift();
    return retryAfterSeconds === undefined ? delivered : { ...refused, status: 503, retryAfterSeconds };
  });
  const { endpoint, delivery } = await waiting();
  await scene.ended(endpoint);
  await expectSteps(delivery, 1, [2, 5, 16]);
});

test('chance moves an attempt by up to a fifth of its step', async () => {
  answer(() => refused, { chance: () => 0 });
  const { delivery } = await waiting();
  await scene.sleep('3 minutes');
  await expectSteps(delivery, 1, [1.6, 3.2, 6.4, 12.8]);
});

async function waiting(): Promise<{ endpoint: string; delivery: string }> {
  const endpoint = await scene.addEndpoint();
  const delivery = await scene.addDelivery(endpoint);
  await scene.wake(endpoint);
  return { endpoint, delivery };
}

/** Sets the script of receivers, and records when each attempt was due. */
function answer(script: Script, options?: SceneOptions): void {
  const noting: Script = async (post) => {
    const { nextAttemptAt } = await scene.delivery(post.deliveryId);
    dueTimes.set(post.deliveryId, [...(dueTimes.get(post.deliveryId) ?? []), Number(nextAttemptAt)]);
    return script(post);
  };
  scene.answer(noting, options);
}

/** Expects that each attempt from `first` on is due exactly so many seconds after the one before, and made at most `machineMs` later. */
async function expectSteps(delivery: string, first: number, seconds: number[]): Promise<void> {
  const startedAt = (await scene.attempts(delivery)).map((attempt) => Number(attempt.startedAt));
  const dueAt = dueTimes.get(delivery) ?? [];
  expect(startedAt.length).toBeGreaterThanOrEqual(first + seconds.length);
  const due = seconds.map((_, at) => (dueAt[first + at]! - startedAt[first + at - 1]!) / 1000);
  expect(due).toEqual(seconds);
  const late = seconds.map((_, at) => startedAt[first + at]! - dueAt[first + at]!);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...late)).toBeLessThan(machineMs);
}
