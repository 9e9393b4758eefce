import { expect, test } from 'vitest';
import type { Call } from '../../../domain/conversation/authority.ts';
import { callsSinceRefusal, absenceOfEvent, maxSends, nextStep } from '../../../domain/conversation/next-step.ts';
import { sefaz } from '../../../domain/sefaz/authority.ts';
import { eventOutcomeOf } from '../../../domain/sefaz/outcomes.ts';

const now = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;

function call(role: Call['role'], minutesAgo: number, cStat: string | null = null): Call {
  return { role, startedAt: now - minutesAgo * minute, cStat, notSent: false };
}

test.each(['501', '613', '216', '217', '110', '539'])('after a refusal by %s the event is sent anew', (cStat) => {
  const refused = [call('send', 50), call('ask', 45), call('send', 40, cStat)];
  expect(callsSinceRefusal(refused, eventOutcomeOf)).toEqual({ before: refused, since: [] });
  expect(nextStep(sefaz, callsSinceRefusal(refused, eventOutcomeOf).since, now)).toEqual({ do: 'send' });
});

test('refusals do not count as sends without an answer', () => {
  const refused = Array.from({ length: maxSends }, (_, at) => call('send', 50 - at, '501'));
  const lost = [call('send', 9), call('ask', 8, '100'), call('ask', 7, '100')];
  const { before, since } = callsSinceRefusal([...refused, ...lost], eventOutcomeOf);
  expect({ before, since }).toEqual({ before: refused, since: lost });
  expect(nextStep(sefaz, since, now, { lacking: absenceOfEvent })).toEqual({ do: 'send' });
});

test.each(['135', '573', '108', '656', '999', '281', null])('%s refuses nothing', (cStat) => {
  const calls = [call('send', 5, cStat)];
  expect(callsSinceRefusal(calls, eventOutcomeOf)).toEqual({ before: [], since: calls });
});

test('what a question is answered is no refusal', () => {
  const calls = [call('send', 9), call('ask', 8, '217')];
  expect(callsSinceRefusal(calls, eventOutcomeOf)).toEqual({ before: [], since: calls });
});
