import { expect, test } from '@jest/globals';
import { TurnsUnderWay } from '../../activities/conversation/turns-under-way.ts';
import { WorkflowTaskSlots } from '../../worker/slots.ts';

const queue = 'emission';
const never = new AbortController().signal;

test('no more tasks are open than steps that the cores can carry', async () => {
  const { slots } = opened(2);
  await slots.reserveSlot({}, never);
  await slots.reserveSlot({}, never);
  expect(slots.tryReserveSlot()).toBeNull();
  expect(await isOpen(slots.reserveSlot({}, never))).toBe(false);
});

test('a slot that is given back goes to the task that has waited longest', async () => {
  const { slots } = opened(1);
  await slots.reserveSlot({}, never);
  const [first, second] = [slots.reserveSlot({}, never), slots.reserveSlot({}, never)];
  slots.releaseSlot();
  await first;
  expect(await isOpen(second)).toBe(false);
});

test('a task that waits for the authority makes room for another, once', async () => {
  const { slots, turns } = opened(1);
  await slots.reserveSlot({}, never);
  const next = slots.reserveSlot({}, never);
  const { promise: answer, resolve: answered } = Promise.withResolvers<void>();
  const waiting = turns.whileWaiting(queue, () => answer);
  await next;
  expect(slots.tryReserveSlot()).toBeNull();

  // The answer is there: what it causes is a step again, and nobody is let in until one of the two has ended.
  answered();
  await waiting;
  slots.releaseSlot();
  expect(slots.tryReserveSlot()).toBeNull();
  slots.releaseSlot();
  expect(slots.tryReserveSlot()).not.toBeNull();
});

test('what waits on another queue makes no room here', async () => {
  const { slots, turns } = opened(1);
  await slots.reserveSlot({}, never);
  void turns.whileWaiting('events', () => new Promise(() => {}));
  expect(slots.tryReserveSlot()).toBeNull();
});

test('however many wait, no more than 100 tasks are open', async () => {
  const { slots, turns } = opened(8);
  for (let at = 0; at < 200; at += 1) void turns.whileWaiting(queue, () => new Promise(() => {}));
  let open = 0;
  while (slots.tryReserveSlot()) open += 1;
  expect(open).toBe(100);
});

test('a reservation that is given up takes no slot', async () => {
  const { slots } = opened(1);
  await slots.reserveSlot({}, never);
  const stopping = new AbortController();
  const given = slots.reserveSlot({}, stopping.signal);
  stopping.abort(new Error('stopping'));
  await expect(given).rejects.toThrow('stopping');
  slots.releaseSlot();
  expect(slots.tryReserveSlot()).not.toBeNull();
});

function opened(atOnce: number) {
  const turns = new TurnsUnderWay();
  return { turns, slots: new WorkflowTaskSlots(turns, queue, atOnce) };
}

/** Whether a reservation was made, after everything that could be done at once was done. */
async function isOpen(reservation: Promise<unknown>): Promise<boolean> {
  return Promise.race([reservation.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
}
