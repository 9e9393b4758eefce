import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asXJust, chooseIssuingForm, type IssuingFacts } from '../../../domain/contingency/choose.ts';
import { standings } from '../../../domain/conversation/authority.ts';

const now = new Date('2026-11-24T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const shut = { standing: 'SHUT', since: ago(60), reason: 'SVRS não responde' } as const;
const usual: IssuingFacts = {
  ...{ type: 'NFCE', wanted: 'AUTOMATIC', entered: null, home: null, svc: null },
  allowed: { offline: true, svc: true, epec: true },
  ...{ waitedMs: 0, afterMs: 30_000, now },
};
const nfe: IssuingFacts = { ...usual, type: 'NFE', afterMs: 300_000 };
const inCoupon: IssuingFacts = { ...usual, type: 'NFE', isCoupon: true };

test.each<[string, Partial<IssuingFacts>, string]>([
  ['while its service is shut, also where an SVC is on', { home: shut, svc: 'OPEN' }, 'OFFLINE'],
  ['that waits for as long as the company wants', { waitedMs: 30_000 }, 'OFFLINE'],
  ['that waits for less', { waitedMs: 29_999, svc: 'OPEN' }, 'NORMAL'],
  ['of a state that refuses it', { home: shut, allowed: { offline: false, svc: true, epec: true } }, 'NORMAL'],
])('an NF-e in a coupon %s', (_name, situation, mode) => {
  expect(chooseIssuingForm({ ...inCoupon, ...situation }).mode).toBe(mode);
});

test.each<[string, Partial<IssuingFacts>, string]>([
  ['an NFC-e while its service is shut', { home: shut }, 'OFFLINE'],
  ['an NFC-e that waits for as long as the company wants', { waitedMs: 30_000 }, 'OFFLINE'],
  ['an NFC-e that waits for less', { waitedMs: 29_999 }, 'NORMAL'],
  ['an NFC-e of a state that refuses it', { home: shut, allowed: { offline: false, svc: true, epec: true } }, 'NORMAL'],
  ['an NFC-e of a company that wants none', { home: shut, waitedMs: 99_999, wanted: 'OFF' }, 'NORMAL'],
  ['an NFC-e of a company that leaves it to people', { home: shut, waitedMs: 99_999, wanted: 'MANUAL' }, 'NORMAL'],
  [
    'an NFC-e that a person said so of',
    { wanted: 'MANUAL', entered: { since: ago(5), reason: 'Queda da internet' } },
    'OFFLINE',
  ],
])('%s', (_name, situation, mode) => {
  expect(chooseIssuingForm({ ...usual, ...situation }).mode).toBe(mode);
});

test.each<[string, Partial<IssuingFacts>, string]>([
  ['an NF-e while its SVC is on', { home: shut, svc: 'OPEN' }, 'SVC'],
  ['an NF-e whose SVC is going off', { home: shut, svc: 'CLOSING' }, 'NORMAL'],
  ['an NF-e with neither, at first', { home: shut, svc: 'OFF' }, 'NORMAL'],
  ['an NF-e with neither for as long as the company waits', { home: { ...shut, since: ago(300) }, svc: 'OFF' }, 'EPEC'],
  [
    'an NF-e of PR and PB',
    { home: { ...shut, since: ago(300) }, allowed: { offline: true, svc: true, epec: false } },
    'NORMAL',
  ],
  [
    'an NF-e that waits while its service answers others',
    { home: { ...shut, standing: 'OPEN' }, waitedMs: 999_999 },
    'NORMAL',
  ],
  ['an NF-e whose SVC is on while its state answers', { svc: 'OPEN' }, 'NORMAL'],
  ['an NF-e that a person said so of', { entered: { since: ago(5), reason: 'Ordem da fábrica' } }, 'EPEC'],
])('%s', (_name, situation, mode) => {
  expect(chooseIssuingForm({ ...nfe, ...situation }).mode).toBe(mode);
});

test('a contingency of more than 29 days is entered anew, because its dhCont would be refused (569)', () => {
  const home = { ...shut, since: ago(30 * 86_400) };
  expect(chooseIssuingForm({ ...usual, home })).toMatchObject({ mode: 'OFFLINE', since: now });
  expect(chooseIssuingForm({ ...usual, home: shut })).toMatchObject({ since: shut.since });
});

test('whatever the situation, what the state or the company does not allow is never chosen, and the reason fits the layout', () => {
  const situations = fc.record({
    type: fc.constantFrom('NFE' as const, 'NFCE' as const),
    wanted: fc.constantFrom('AUTOMATIC' as const, 'MANUAL' as const, 'OFF' as const),
    entered: fc.option(fc.record({ since: fc.constant(ago(9)), reason: fc.string() })),
    home: fc.option(
      fc.record({ standing: fc.constantFrom(...standings), since: fc.constant(ago(400)), reason: fc.string() }),
    ),
    svc: fc.option(fc.constantFrom(...standings)),
    allowed: fc.record({ offline: fc.boolean(), svc: fc.boolean(), epec: fc.boolean() }),
    waitedMs: fc.nat(600_000),
    afterMs: fc.nat(600_000),
    now: fc.constant(now),
  });
  fc.assert(
    fc.property(situations, (situation) => {
      const form = chooseIssuingForm(situation);
      const { type, wanted, entered, home, svc, allowed, waitedMs, afterMs } = situation;
      if (form.mode === 'NORMAL') return;
      expect(wanted).not.toBe('OFF');
      if (!entered) expect(wanted).toBe('AUTOMATIC');
      expect(entered !== null || home?.standing === 'SHUT' || (type === 'NFCE' && waitedMs >= afterMs)).toBe(true);
      expect(form.reason.length).toBeGreaterThanOrEqual(15);
      expect(form.reason.length).toBeLessThanOrEqual(256);
      expect(allowed[form.mode === 'OFFLINE' ? 'offline' : form.mode === 'SVC' ? 'svc' : 'epec']).toBe(true);
      expect(form.mode === 'OFFLINE').toBe(type === 'NFCE');
      if (form.mode === 'SVC') expect(svc).toBe('OPEN');
    }),
  );
});

test('a short reason is made long enough, a long one cut', () => {
  expect(asXJust('curto')).toBe('Contingência: curto');
  expect(asXJust('a'.repeat(400))).toHaveLength(256);
  expect(asXJust('  duas\n linhas  e   espaços ')).toBe('duas linhas e espaços');
});
