import { expect, test } from 'vitest';
import type { Call } from '../../../domain/conversation/authority.ts';
import { maxAsksAnHour } from '../../../domain/conversation/next-step.ts';
import { sefaz } from '../../../domain/sefaz/authority.ts';
import { nextInutilizationStep } from '../../../domain/sefaz/next-inutilization-step.ts';

const now = 1_800_000_000_000;
const call = (secondsAgo: number, of: Partial<Call> = {}): Call => ({
  role: 'send',
  startedAt: now - secondsAgo * 1000,
  cStat: null,
  notSent: false,
  ...of,
});

test('what was never sent, or never left, is sent', () => {
  expect(nextInutilizationStep(sefaz, [], now)).toEqual({ do: 'send' });
  const refused = Array.from({ length: 20 }, () => call(5, { notSent: true }));
  expect(nextInutilizationStep(sefaz, refused, now)).toEqual({ do: 'send' });
});

test('where the answer got lost, the same is said again', () => {
  expect(nextInutilizationStep(sefaz, [call(5)], now)).toEqual({ do: 'send' });
});

test('a paused service is asked for its state, until it is back', () => {
  const paused = call(60, { cStat: '108' });
  expect(nextInutilizationStep(sefaz, [paused], now)).toEqual({ do: 'checkService' });
  const status = (cStat: string) => call(30, { role: 'status', cStat });
  expect(nextInutilizationStep(sefaz, [paused, status('109')], now)).toEqual({ do: 'checkService' });
  expect(nextInutilizationStep(sefaz, [paused, status('107')], now)).toEqual({ do: 'send' });
  expect(nextInutilizationStep(sefaz, [paused], now, now - 30_000)).toEqual({ do: 'send' });
  expect(nextInutilizationStep(sefaz, [paused], now, now - 90_000)).toEqual({ do: 'checkService' });
});

test('656 is an hour of silence', () => {
  expect(nextInutilizationStep(sefaz, [call(60, { cStat: '656' })], now)).toMatchObject({
    do: 'wait',
    why: 'throttled',
  });
  expect(nextInutilizationStep(sefaz, [call(61 * 60, { cStat: '656' })], now)).toEqual({ do: 'send' });
});

test('no more sends in an hour than the authority bears', () => {
  const sends = Array.from({ length: maxAsksAnHour }, (_, at) => call(600 - at));
  expect(nextInutilizationStep(sefaz, sends, now)).toEqual({ do: 'wait', until: now + 3_000_000, why: 'sentTooOften' });
  expect(nextInutilizationStep(sefaz, sends.slice(1), now)).toEqual({ do: 'send' });
});
