import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Call } from '../../../domain/conversation/authority.ts';
import { absenceOfEvent, maxAsksAnHour, maxSends, nextStep } from '../../../domain/conversation/next-step.ts';
import { sefaz } from '../../../domain/sefaz/authority.ts';

const now = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;

function call(role: Call['role'], secondsAgo: number, cStat: string | null = null, notSent = false): Call {
  return { role, startedAt: now - secondsAgo * 1000, cStat, notSent };
}

describe('what is done next', () => {
  test.each<[string, Call[], object]>([
    ['a note never sent is sent', [], { do: 'send' }],
    ['what never left this machine is sent as if nothing had been', [call('send', 5, null, true)], { do: 'send' }],
    ['what may have arrived is asked for', [call('send', 5)], { do: 'ask' }],
    ['a failure of the authority is asked about', [call('send', 5, '999')], { do: 'ask' }],
    ['a duplicate is asked about', [call('send', 5, '204')], { do: 'ask' }],
    ['a number that another key owns stops', [call('send', 5, '539')], { do: 'stop' }],
    ['a paused service is asked whether it is back', [call('send', 90, '108')], { do: 'checkService' }],
    ['a service that is back gets the note', [call('send', 90, '108'), call('status', 5, '107')], { do: 'send' }],
    ['a lot in process is polled', [call('send', 9, '103'), call('poll', 5, '105')], { do: 'poll' }],
    ['a lot that got lost is asked for by key', [call('send', 9, '103'), call('poll', 5, '106')], { do: 'ask' }],
    ['a refused certificate tries the same bytes again', [call('send', 4000, '281')], { do: 'send' }],
    ['an event that was refused may be sent anew', [call('send', 100, '501')], { do: 'send' }],
    [
      'not found twice means not delivered',
      [call('send', 60), call('ask', 40, '217'), call('ask', 20, '217')],
      { do: 'send' },
    ],
    [
      'what somebody else was told of the note does not send it again',
      [call('send', 60), call('ask', 40, '100'), call('ask', 20, '101')],
      { do: 'ask' },
    ],
    ['an unanswered question counts for nothing', [call('send', 60), call('ask', 40), call('ask', 20)], { do: 'ask' }],
  ])('%s', (_, calls, step) => {
    expect(nextStep(sefaz, calls, now)).toEqual(step);
  });

  test('a key that is not found is asked for once more, seven seconds later', () => {
    const calls = [call('send', 10), call('ask', 2, '217')];
    expect(nextStep(sefaz, calls, now)).toEqual({ do: 'wait', until: now + 5_000, why: 'notFoundOnce' });
    expect(nextStep(sefaz, calls, now + 5_000)).toEqual({ do: 'ask' });
  });

  test('a paused service gets the note once its judge has heard 107 since, and not by what was heard before', () => {
    const calls = [call('send', 90, '108')];
    expect(nextStep(sefaz, calls, now, { servingAt: now - 5_000 })).toEqual({ do: 'send' });
    expect(nextStep(sefaz, calls, now, { servingAt: now - 95_000 })).toEqual({ do: 'checkService' });
  });

  test('656 silences the note for 61 minutes, whichever message it answered', () => {
    const calls = [call('send', 60), call('ask', 30, '656')];
    expect(nextStep(sefaz, calls, now)).toMatchObject({ do: 'wait', until: now - 30_000 + 61 * minute });
    expect(nextStep(sefaz, calls, now + 61 * minute)).toEqual({ do: 'ask' });
  });

  test('a key is asked for at most eight times an hour', () => {
    const asks = Array.from({ length: maxAsksAnHour }, (_, at) => call('ask', 1_000 - at * 10));
    const calls = [call('send', 2_000), ...asks];
    expect(nextStep(sefaz, calls, now)).toMatchObject({ do: 'wait', until: asks[0]!.startedAt + 60 * minute });
  });

  test('an event is not there where the answer tells of its note twice, and may be sent again', () => {
    const calls = [call('send', 60), call('ask', 40, '100'), call('ask', 20, '101')];
    expect(nextStep(sefaz, calls, now, { lacking: absenceOfEvent })).toEqual({ do: 'send' });
  });

  test('questions about the key for other events count, too, and the oldest of all gives the time', () => {
    const others = Array.from({ length: maxAsksAnHour - 1 }, (_, at) => call('ask', 1_500 - at * 10));
    const calls = [call('send', 1_900), call('ask', 1_800)];
    expect(nextStep(sefaz, calls, now)).toEqual({ do: 'ask' });
    expect(nextStep(sefaz, calls, now, { otherAsks: others })).toMatchObject({
      do: 'wait',
      until: now - 1_800_000 + 60 * minute,
    });
    expect(nextStep(sefaz, calls, now + 31 * minute, { otherAsks: others })).toEqual({ do: 'ask' });
  });

  test('a note is sent at most five times', () => {
    const rounds = Array.from({ length: maxSends }, (_, at) => [
      call('send', 10_000 - at * 1_000),
      call('ask', 9_900 - at * 1_000, '217'),
      call('ask', 9_800 - at * 1_000, '217'),
    ]);
    expect(nextStep(sefaz, rounds.flat(), now)).toEqual({ do: 'stop' });
  });
});

/**
 * Whether a message arrives, and whether its answer comes back; `isAskedElsewhere`: whether another question about the key comes first, as
 * after a restore, whose answer settles nothing.
 */
const fate = fc.record({
  arrives: fc.boolean(),
  isAnswered: fc.boolean(),
  isKnownNotSent: fc.boolean(),
  isAskedElsewhere: fc.boolean(),
});

test('whatever gets lost, a note that the authority registered is never sent again', () => {
  fc.assert(
    fc.property(fc.array(fate, { maxLength: 60 }), (fates) => {
      const calls: Call[] = [];
      let isRegistered = false;
      let at = now;
      for (const { arrives, isAnswered, isKnownNotSent, isAskedElsewhere } of fates) {
        if (isAskedElsewhere && isRegistered) {
          at += 1_000;
          calls.push({ role: 'ask', startedAt: at, cStat: '100', notSent: false });
        }
        const step = nextStep(sefaz, calls, at);
        if (step.do === 'stop') break;
        if (step.do === 'wait') {
          at = step.until;
          continue;
        }
        at += 1_000;
        expect(step.do === 'send' && isRegistered).toBe(false);
        const role = step.do === 'send' ? 'send' : 'ask';
        const wasRegistered = isRegistered;
        if (role === 'send' && arrives) isRegistered = true;
        const answered = arrives && isAnswered;
        if (answered && (role === 'send' || wasRegistered)) return; // settled
        calls.push({ role, startedAt: at, cStat: answered ? '217' : null, notSent: !arrives && isKnownNotSent });
      }
    }),
    { numRuns: 2_000 },
  );
});
