import { expect, test } from 'vitest';
import type { ReformEventType } from '../../../../../domain/document-types.ts';
import type { ReformContent } from '../../../../../domain/documents/events/reform/content.ts';
import { isStanding, nextReformEvent, nextWithdrawal } from '../../../../../domain/documents/events/reform/next.ts';
import { reformEvents } from '../../../../../domain/documents/events/reform/table.ts';

type Status = 'PENDING' | 'REGISTERED' | 'REJECTED';
const known = (
  type: ReformEventType,
  sequence: number,
  status: Status = 'REGISTERED',
  more: { content?: ReformContent; cStat?: string; code?: string } = {},
) => ({
  id: `${type}/${sequence}`,
  type,
  code: reformEvents[type].code,
  sequence,
  status,
  cStat: '135',
  content: {},
  ...more,
});

const date = (expectedDeliveryDate: string): ReformContent => ({ expectedDeliveryDate });
const payment = { type: 'EFFECTIVE_PAYMENT', content: {} } as const;
const delivery = (day: string) => ({ type: 'DELIVERY_DATE_CHANGE', content: date(day) }) as const;

test('the first event of a note has the first sequence, and each further one of whichever type the next', () => {
  expect(nextReformEvent([], payment)).toEqual({ kind: 'make', sequence: 1, refused: undefined });
  const first = known('DELIVERY_DATE_CHANGE', 1, 'REGISTERED', { content: date('2027-01-10') });
  expect(nextReformEvent([first], payment)).toEqual({ kind: 'make', sequence: 2, refused: undefined });
  expect(nextReformEvent([first], delivery('2027-02-10'))).toMatchObject({ kind: 'make', sequence: 2 });
});

test('the same event is found while it is the last of its type that stands, whatever the order of its fields', () => {
  const item = { number: 1, ibsValue: '0.05', cbsValue: '0.45', quantity: '1.0000', unit: 'UN' };
  const asset = known('FIXED_ASSET', 1, 'REGISTERED', { content: { items: [item] } });
  const { unit, ...others } = item;
  const again = { type: 'FIXED_ASSET' as const, content: { items: [{ unit, ...others }] } };
  expect(nextReformEvent([asset], again)).toEqual({ kind: 'find', event: asset });
  const other = known('FIXED_ASSET', 2, 'REGISTERED', { content: { items: [{ ...item, quantity: '2.0000' }] } });
  expect(nextReformEvent([asset, other], again)).toMatchObject({ kind: 'make', sequence: 3 });
});

test('an event that was taken back is not found again, and its sequence stays spent', () => {
  const events = [known('EFFECTIVE_PAYMENT', 1), known('EVENT_WITHDRAWAL', 1)];
  expect(nextReformEvent(events, payment)).toEqual({ kind: 'make', sequence: 2, refused: undefined });
  const refused = [known('EFFECTIVE_PAYMENT', 1), known('EVENT_WITHDRAWAL', 1, 'REJECTED')];
  expect(nextReformEvent(refused, payment)).toMatchObject({ kind: 'find' });
});

test('while an event of the note is under way the same joins it, and another waits for it', () => {
  const pending = known('EFFECTIVE_PAYMENT', 1, 'PENDING');
  expect(nextReformEvent([pending], payment)).toEqual({ kind: 'find', event: pending });
  expect(nextReformEvent([pending], delivery('2027-01-10'))).toEqual({ kind: 'wait', event: pending });
  expect(nextWithdrawal([pending], known('FIXED_ASSET', 1))).toEqual({ kind: 'wait', event: pending });
});

test('a refused event leaves its sequence to the next, unless another system has it', () => {
  const refused = known('EFFECTIVE_PAYMENT', 1, 'REJECTED', { cStat: '580' });
  expect(nextReformEvent([refused], payment)).toEqual({ kind: 'make', sequence: 1, refused });
  expect(nextReformEvent([refused], delivery('2027-01-10'))).toEqual({ kind: 'make', sequence: 1, refused: undefined });
  const taken = known('EFFECTIVE_PAYMENT', 1, 'REJECTED', { cStat: '573' });
  expect(nextReformEvent([taken], payment)).toEqual({ kind: 'make', sequence: 2, refused: undefined });
});

test('a withdrawal has the sequence of what it takes back, and is made once', () => {
  const event = known('FIXED_ASSET', 4);
  expect(nextWithdrawal([event], event)).toEqual({ kind: 'make', sequence: 4, refused: undefined });
  const refused = known('EVENT_WITHDRAWAL', 4, 'REJECTED');
  expect(nextWithdrawal([event, refused], event)).toEqual({ kind: 'make', sequence: 4, refused });
  const pending = known('EVENT_WITHDRAWAL', 4, 'PENDING');
  expect(nextWithdrawal([event, pending], event)).toEqual({ kind: 'find', event: pending });
  const gone = known('EVENT_WITHDRAWAL', 4);
  expect(nextWithdrawal([event, gone], event)).toEqual({ kind: 'gone', event: gone });
});

test('an event beside the reform is counted for itself, and its withdrawal is of it alone', () => {
  const failure = { type: 'DELIVERY_FAILURE', content: {} } as const;
  const events = [known('EFFECTIVE_PAYMENT', 1), known('FIXED_ASSET', 2), known('EVENT_WITHDRAWAL', 1)];
  expect(nextReformEvent(events, failure)).toEqual({ kind: 'make', sequence: 1, refused: undefined });
  const failed = known('DELIVERY_FAILURE', 1);
  expect(nextReformEvent([...events, failed], payment)).toMatchObject({ kind: 'make', sequence: 3 });
  expect(isStanding(failed, [...events, failed])).toBe(true);
  expect(nextWithdrawal([...events, failed], failed)).toEqual({ kind: 'make', sequence: 1, refused: undefined });
  const back = known('EVENT_WITHDRAWAL', 1, 'REGISTERED', { code: '110193' });
  expect(isStanding(failed, [failed, back])).toBe(false);
  expect(nextWithdrawal([...events, failed, back], failed)).toEqual({ kind: 'gone', event: back });
  expect(nextReformEvent([failed, back], failure)).toMatchObject({ kind: 'make', sequence: 2 });
});
