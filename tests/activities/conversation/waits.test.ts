import { expect, test } from 'vitest';
import { certificateMissing, noAnswerProgress, waitProgress } from '../../../activities/conversation/waits.ts';
import type { FaultKind } from '../../../adapters/mutual-tls/fault-in-words.ts';
import type { LastWait, PauseKind } from '../../../domain/conversation/pauses.ts';
import { remedyOf } from '../../../domain/conversation/remedy.ts';
import { waitKindOf, waitOf } from '../../../domain/conversation/wait-of.ts';
import { waitOfRow } from '../../../domain/conversation/wait-with-remedy.ts';
import { quietSeconds, waitKinds } from '../../../domain/conversation/waiting.ts';
import { sefaz } from '../../../domain/sefaz/authority.ts';

const reason = 'Porque sim.';
const about = { what: 'document', id: 'd-1', company: '11222333000181' } as const;
const byPerson = { tellPerson: () => Promise.resolve() };
const byNobody = { tellPerson: null };

const kinds: [Exclude<PauseKind, 'until'>, string][] = [
  ['unreachable', 'AUTHORITY_UNREACHABLE'],
  ['unanswered', 'UNANSWERED'],
  ['resend', 'UNANSWERED'],
  ['paused', 'AUTHORITY_PAUSED'],
  ['processing', 'ANSWER'],
  ['mail', 'MAIL'],
  ['store', 'STORAGE'],
];

test.each(kinds)('a pause that is called %s waits for %s', (pause, kind) => {
  expect(waitOf({ kind: 'wait', pause, reason })).toEqual({ kind, reason, until: null });
});

test('a pause ends when its run goes on, which waits longer the more often it had the same one', () => {
  const now = new Date(1_000_000);
  const until = (waited: LastWait | null, atMostUntilMs?: number) =>
    waitOf({ kind: 'wait', pause: 'unreachable', reason, ...(atMostUntilMs && { atMostUntilMs }) }, { waited, now })
      .until;
  expect(until(null)).toEqual(new Date(1_002_000));
  expect(until({ pause: 'unanswered', times: 3 })).toEqual(new Date(1_002_000));
  expect(until({ pause: 'unreachable', times: 0 })).toEqual(new Date(1_005_000));
  expect(until({ pause: 'unreachable', times: 9 })).toEqual(new Date(1_060_000));
  expect(until({ pause: 'unreachable', times: 9 }, 1_010_000)).toEqual(new Date(1_010_000));
});

test('facts that histories of earlier versions lack are read as they usually were', () => {
  expect(waitKindOf({ kind: 'waitUntil', untilMs: 0, reason })).toBe('THROTTLED');
  expect(waitKindOf({ kind: 'mend', reason })).toBe('OURS');
  expect(waitKindOf({ kind: 'stop', reason })).toBe('PERSON');
});

test.each([
  ['throttled', 'THROTTLED'],
  ['askedTooOften', 'THROTTLED'],
  ['sentTooOften', 'THROTTLED'],
  ['notFoundOnce', 'UNANSWERED'],
] as const)('a step that is put off as %s waits for %s, until then', (why, kind) => {
  const progress = waitProgress(sefaz, { do: 'wait', until: 1_000, why }, byPerson);
  expect(waitOf(progress)).toMatchObject({ kind, until: new Date(1_000) });
});

test('a note that was sent in vain stops for a person; an event or a range is tried again', () => {
  expect(waitOf(waitProgress(sefaz, { do: 'stop' }, byPerson))).toMatchObject({ kind: 'PERSON' });
  const again = waitProgress(sefaz, { do: 'stop' }, byNobody);
  expect(again).toMatchObject({ kind: 'mend', waitKind: 'UNANSWERED' });
  expect(again.reason).not.toMatch(/resolve/);
});

test.each<[FaultKind, string]>([
  ['unreachable', 'AUTHORITY_UNREACHABLE'],
  ['unanswered', 'UNANSWERED'],
  ['certificate', 'CERTIFICATE'],
  ['untrusted', 'OURS'],
])('a message without an answer, %s, waits for %s', (fault, kind) => {
  expect(waitKindOf(noAnswerProgress(sefaz, { kind: 'fault', fault, httpStatus: null, reason }))).toBe(kind);
});

test('silence and a missing certificate say so', () => {
  expect(waitOf(noAnswerProgress(sefaz, { kind: 'silence', untilMs: 5_000 }))).toMatchObject({
    kind: 'THROTTLED',
    until: new Date(5_000),
  });
  expect(waitKindOf(certificateMissing)).toBe('CERTIFICATE');
});

test.each(waitKinds)('%s is reported at once, unless every run passes through it', (waitingKind) => {
  const since = new Date(1_000_000);
  const row = { waitingKind, waitingSince: since, reason };
  const isQuiet = waitingKind === 'START' || waitingKind === 'ANSWER';
  expect(waitOfRow(row, about, since) === null).toBe(isQuiet);
  const later = new Date(since.getTime() + quietSeconds * 1000);
  expect(waitOfRow(row, about, new Date(later.getTime() - 1)) === null).toBe(isQuiet);
  expect(waitOfRow(row, about, later)).toEqual({
    kind: waitingKind,
    reason,
    since,
    until: null,
    remedy: remedyOf(waitingKind, about),
  });
});

test('a note that only has to be transmitted says so from the first moment on', () => {
  const [waitingSince, waitingUntil] = [new Date(1_000_000), new Date(3_000_000)];
  const row = { waitingKind: 'TRANSMISSION', waitingSince, waitingUntil, reason } as const;
  expect(waitOfRow(row, about, waitingSince)).toMatchObject({ kind: 'TRANSMISSION', until: waitingUntil });
});

test('a row that waits for nothing tells of no wait, and one without words has ours', () => {
  expect(waitOfRow({ waitingKind: null, waitingSince: null, reason }, about)).toBeNull();
  const row = { waitingKind: 'ANSWER', waitingSince: new Date(0), reason: null } as const;
  expect(waitOfRow(row, about)?.reason).toBe('resposta da autoridade');
});
