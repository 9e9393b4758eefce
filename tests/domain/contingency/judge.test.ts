import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  afterClaim,
  afterEnd,
  afterMessage,
  afterQuestion,
  faultsToShut,
  isToAsk,
  type KnownStanding,
  unaskedStanding,
} from '../../../domain/contingency/judge.ts';

const paceMs = 30_000;
const begin = Date.parse('2026-11-24T12:00:00Z');
const at = (seconds: number): Date => new Date(begin + seconds * 1000);
const fresh = unaskedStanding({ state: '' }, at(0));
const svc = unaskedStanding({ state: 'SP' }, at(0));

const fault = (judged: KnownStanding, seconds: number, sent = seconds): KnownStanding =>
  afterMessage(judged, { kind: 'fault', reason: 'Sem conexão.', sentAt: at(sent) }, false, { at: at(seconds), paceMs });
const answer = (judged: KnownStanding, seconds: number, cStat: string, isSvc = false): KnownStanding =>
  afterMessage(judged, { kind: 'answer', cStat, words: 'Palavras' }, isSvc, { at: at(seconds), paceMs });
const asked = (judged: KnownStanding, seconds: number): KnownStanding =>
  afterClaim(judged, { at: at(seconds), paceMs });
const said = (judged: KnownStanding, seconds: number, cStat: string, isSvc = false): KnownStanding =>
  afterQuestion(judged, { kind: 'answer', cStat, words: 'Palavras' }, isSvc, { at: at(seconds), paceMs });
const ended = (judged: KnownStanding, seconds: number): KnownStanding => afterEnd(judged, { at: at(seconds), paceMs });
const silent = (judged: KnownStanding, seconds: number): KnownStanding =>
  afterQuestion(judged, { kind: 'none', reason: 'Sem conexão.' }, false, { at: at(seconds), paceMs });

describe('messages', () => {
  test('while all goes well an answer changes nothing, so that nothing is written', () => {
    expect(answer(fresh, 1, '100')).toBe(fresh);
    expect(answer(fresh, 1, '656')).toBe(fresh);
    expect(answer(fresh, 1, '204')).toBe(fresh);
  });

  test.each(['108', '109'])('%s shuts the service at once, and counts as its word for a pace', (cStat) => {
    const after = answer(fresh, 5, cStat);
    expect(after).toMatchObject({ standing: 'SHUT', since: at(5), cStat, notBefore: at(35) });
    expect(after.reason).toBe(`Serviço da SEFAZ parado: ${cStat} - Palavras`);
  });

  test('a fault alone shuts nothing: the status is asked for', () => {
    const after = fault(fresh, 5);
    expect(after).toMatchObject({ standing: 'OPEN', faults: 1 });
    expect(isToAsk(after)).toBe(true);
    expect(isToAsk(fresh)).toBe(false);
  });

  test('an answer of any service takes the faults back', () => {
    expect(answer(fault(fault(fresh, 5), 6), 7, '217')).toMatchObject({ faults: 0, isProven: true });
  });

  test('faults in a row shut the service where its status may not be asked for yet', () => {
    const proven = answer(said(asked(fault(fresh, 0), 0), 1, '107'), 2, '100');
    const twice = fault(fault(proven, 10), 11);
    expect(twice.standing).toBe('OPEN');
    expect(fault(twice, 12)).toMatchObject({
      standing: 'SHUT',
      cStat: null,
      reason: 'A SEFAZ não responde: Sem conexão.',
    });
  });

  test('while the question is under way its answer decides, however many faults come', () => {
    const after = Array.from({ length: 50 }, (_, index) => index).reduce(
      (judged, index) => fault(judged, 1 + index / 50, 0),
      asked(fault(fresh, 0), 0),
    );
    expect(after.standing).toBe('OPEN');
    expect(said(after, 3, '107')).toMatchObject({ standing: 'OPEN', faults: 0 });
    expect(silent(after, 3).standing).toBe('SHUT');
  });

  test('the fault of a message that was sent before the last 107 says nothing new', () => {
    const serving = said(asked(fault(fresh, 0), 0), 1, '107');
    expect(fault(serving, 30, 0.5)).toBe(serving);
    expect(fault(serving, 30, 2).faults).toBe(1);
  });

  test('only a 107 opens what is shut: a late answer does not', () => {
    const shut = silent(asked(fault(fresh, 0), 0), 5);
    expect(answer(shut, 6, '100')).toBe(shut);
    expect(said(asked(shut, 35), 36, '107')).toMatchObject({ standing: 'OPEN', since: at(36), cStat: '107' });
  });

  test('a 108 just after a 107 is about one service: the status is asked again, and nothing is shut', () => {
    const serving = answer(said(asked(silent(asked(fresh, 0), 5), 30), 31, '107'), 31.5, '100');
    const after = answer(serving, 32, '108');
    expect(after.standing).toBe('OPEN');
    expect(isToAsk(after)).toBe(true);
    expect(answer(serving, 62, '108').standing).toBe('SHUT');
  });
});

describe('a status that says 107 while nothing else answers', () => {
  const opened = (judged: KnownStanding, seconds: number): KnownStanding =>
    said(asked(judged, seconds), seconds + 0.1, '107');

  test('is not believed after three more faults, even where each is asked about', () => {
    let judged = opened(fault(fresh, 0), 0);
    for (const seconds of [45, 90]) {
      judged = opened(fault(judged, seconds), seconds);
      expect(judged.standing).toBe('OPEN');
    }
    expect(fault(judged, 135)).toMatchObject({ standing: 'SHUT', cStat: null, relapses: 1, notBefore: at(195) });
  });

  test('is left alone twice as long each time, up to a quarter of an hour, and anew after ten minutes that went well', () => {
    let judged = opened(fault(fresh, 0), 0);
    let now = 1;
    const calms: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      for (let faults = 0; faults < faultsToShut; faults += 1) judged = fault(judged, (now += 1));
      expect(judged.standing).toBe('SHUT');
      const until = (judged.notBefore!.getTime() - begin) / 1000;
      calms.push(until - now);
      judged = opened(judged, until);
      now = until + 1;
    }
    expect(calms).toEqual([60, 120, 240, 480, 900, 900, 900]);
    judged = answer(judged, now, '100');
    now += 700;
    judged = opened(fault(judged, now), now);
    for (let faults = 0; faults < faultsToShut; faults += 1) judged = fault(judged, (now += 1));
    expect(judged).toMatchObject({ standing: 'SHUT', relapses: 1 });
  });

  test('is believed again once one answer bears it out', () => {
    const judged = answer(opened(fault(fresh, 0), 0), 1, '100');
    expect(judged).toMatchObject({ faults: 0, isProven: true });
  });
});

describe('an SVC', () => {
  test('is off until it says otherwise, and none of its issuers’ answers switch it on', () => {
    expect(svc.standing).toBe('OFF');
    expect(answer(svc, 1, '100', true)).toBe(svc);
  });

  test.each([
    ['107', 'OPEN'],
    ['113', 'CLOSING'],
  ])('says by %s that it is %s', (cStat, standing) => {
    expect(said(asked(svc, 0), 1, cStat, true)).toMatchObject({ standing, cStat, servingAt: at(1) });
  });

  test('says by 114 that it is off, to a question and to a note', () => {
    const on = said(asked(svc, 0), 1, '107', true);
    expect(said(asked(on, 31), 32, '114', true)).toMatchObject({ standing: 'OFF', cStat: '114' });
    expect(answer(on, 5, '114', true)).toMatchObject({ standing: 'OFF', cStat: '114' });
    expect(answer(on, 5, '113', true)).toMatchObject({ standing: 'CLOSING', cStat: '113' });
  });

  test('that is off stays off where it does not answer', () => {
    const waiting = asked(svc, 0);
    expect(silent(waiting, 5)).toBe(waiting);
  });
});

test('the pace is counted from the end of a question, because it may have arrived as late as that', () => {
  const claimed = asked(fault(fresh, 0), 0);
  expect(claimed.notBefore).toEqual(at(35));
  expect(ended(said(claimed, 4, '107'), 4)).toMatchObject({ askedAt: at(4), notBefore: at(34) });
  // A question about which our own certificate was refused does not settle a doubt that arose meanwhile.
  const refused = ended(fault(claimed, 1), 2);
  expect(refused).toMatchObject({ askedAt: at(0), notBefore: at(32) });
  expect(isToAsk(refused)).toBe(true);
});

test('an answer that refuses the caller says nothing of the service', () => {
  const shut = silent(asked(fault(fresh, 0), 0), 5);
  for (const cStat of ['656', '280', '252']) expect(said(shut, 40, cStat)).toBe(shut);
});

/** What may happen to a service: a message about it, or a look whether a question is allowed. */
const happening = fc.record({
  afterMs: fc.integer({ min: 1, max: 40_000 }),
  what: fc.constantFrom<'fault' | '100' | '108' | 'look'>('fault', '100', '108', 'look', 'look'),
  /** Milliseconds that the question takes to arrive, and until it has ended. */
  travelsMs: fc.integer({ min: 0, max: 2_000 }),
  lastsMs: fc.integer({ min: 0, max: 3_000 }),
  heard: fc.constantFrom('107', '108', '656', 'none', 'dies'),
});

test('whatever happens, two questions are never closer than the pace, and a service in doubt is asked', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 120 }), (happenings) => {
      let judged = unaskedStanding({ state: '' }, at(0));
      let now = 0;
      const questions: number[] = [];
      for (const { afterMs, what, heard, travelsMs, lastsMs } of happenings) {
        now += afterMs / 1000;
        if (what === 'fault') judged = fault(judged, now);
        else if (what !== 'look') judged = answer(judged, now, what);
        // Like the actor, whose claim refuses questions that are too early.
        if (!isToAsk(judged) || (judged.notBefore !== null && judged.notBefore > at(now))) continue;
        judged = asked(judged, now);
        now += travelsMs / 1000;
        questions.push(now);
        now += lastsMs / 1000;
        if (heard === 'none') judged = silent(judged, now);
        else if (heard !== 'dies') judged = said(judged, now, heard);
        if (heard !== 'dies') judged = ended(judged, now);
        if (judged.standing === 'OPEN') expect(heard === '107' || heard === '656' || heard === 'dies').toBe(true);
      }
      const gaps = questions.slice(1).map((each, index) => each - (questions[index] ?? 0));
      expect(Math.min(paceMs / 1000, ...gaps)).toBeGreaterThanOrEqual(paceMs / 1000 - 0.001);
      // In doubt or shut, there is always a time within the longest calm at which a question is allowed.
      if (isToAsk(judged)) expect((judged.notBefore?.getTime() ?? 0) - at(now).getTime()).toBeLessThanOrEqual(900_000);
    }),
  );
});
