import { expect, test } from 'vitest';
import { unlistedElsewhere, unlistedManifestation } from '../../../activities/fiscal-event/goods-messages.ts';
import type { Call } from '../../../domain/conversation/authority.ts';
import type { EventResult } from '../../../domain/sefaz/answers.ts';

const send = (cStat: string | null, notSent = false): Call => ({ role: 'send', startedAt: 0, cStat, notSent });

type ManifestationState = Parameters<typeof unlistedManifestation>[0];

function attempt(calls: Call[], { code = '210200', otherConclusions = 0 } = {}): ManifestationState {
  return { event: { type: 'MANIFESTATION', code }, calls, otherConclusions };
}

function listed(tpEvento: string): EventResult {
  const silent = { raw: '', chNFe: null, dhRegEvento: null, nProt: null };
  return { ...silent, cStat: '135', xMotivo: 'Evento registrado', tpEvento, nSeqEvento: 1 };
}

const outcome = (state: ManifestationState, events: EventResult[] = []) =>
  unlistedManifestation(state, events)?.outcome?.kind;

test('a duplicate about which the authorizer says nothing is registered, and its protocol follows later', () => {
  expect(unlistedManifestation(attempt([send('573')]), [listed('110110')])).toMatchObject({
    cStat: '573',
    outcome: { kind: 'registered' },
    registration: null,
  });
});

test('a duplicate of what may have arrived before is ours, whatever else is listed', () => {
  expect(outcome(attempt([send(null), send('573')]), [listed('210210')])).toBe('registered');
  expect(outcome(attempt([send(null, true), send('573')]), [listed('210210')])).toBe('rejected');
});

test('where the authorizer lists the other manifestations and not this one, the duplicate is a refusal', () => {
  expect(outcome(attempt([send('573')]), [listed('210220'), listed('210240')])).toBe('rejected');
});

test('a third conclusion is one too many', () => {
  const calls = [send(null), send('573')];
  expect(outcome(attempt(calls, { otherConclusions: 2 }))).toBe('rejected');
  expect(outcome(attempt(calls, { otherConclusions: 1 }))).toBe('registered');
  expect(outcome(attempt(calls, { otherConclusions: 2, code: '210210' }))).toBe('registered');
});

test.each([
  ['no answer', [send(null)]],
  ['another answer', [send('573'), send('108')]],
  ['nothing sent', []],
])('after %s nothing follows from not being listed', (_what, calls) => {
  expect(unlistedManifestation(attempt(calls), [])).toBeNull();
});

test('the rule changes nothing for other events', () => {
  expect(
    unlistedManifestation({ ...attempt([send('573')]), event: { type: 'CORRECTION_LETTER', code: '110110' } }, []),
  ).toBeNull();
});

test.each([
  ['ours, where an answer got lost', [send(null), send('573')], 'registered'],
  ['another system’s, where ours cannot have arrived', [send(null, true), send('573')], 'rejected'],
  ['nothing yet, after another answer', [send('573'), send('108')], undefined],
] as const)('a duplicate at SVRS of which the note’s authorizer tells nothing is %s', (_what, calls, kind) => {
  const state: ManifestationState = {
    event: { type: 'FIXED_ASSET', code: '211130' },
    calls: [...calls],
    otherConclusions: 0,
  };
  expect(unlistedElsewhere(state)?.outcome?.kind).toBe(kind);
  const carrier = { type: 'CARRIER_ACCESS', code: '110150' } as const;
  expect(unlistedElsewhere({ ...state, event: carrier })?.outcome?.kind).toBe(kind);
  expect(unlistedElsewhere({ ...state, event: { type: 'CORRECTION_LETTER', code: '110110' } })).toBeNull();
});
