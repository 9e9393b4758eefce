import { expect, test } from 'vitest';
import { Cities } from '../../../../simulator/nfse/places.ts';
import type { DpsEdits, DpsOptions } from '../../../support/samples/nfse-dps.ts';
import { service, simples, withoutTaker } from '../../support/dps-edits.ts';
import { type Breach, codesOf, codesAndExpected, checkedAt, keyOf, knownNote } from '../../support/nfse.ts';

const key = keyOf();
const original = knownNote(key, {});

function replacing(chSubstda: string, cMotivo = '01', more = ''): DpsEdits {
  const group = `<subst><chSubstda>${chSubstda}</chSubstda><cMotivo>${cMotivo}</cMotivo>${more}</subst>`;
  return [['</cLocEmi>', `</cLocEmi>${group}`]];
}

/** The company's second DPS, which replaces its first note. */
const replacement: DpsOptions = { number: 2, edits: replacing(key) };
const late = new Date(checkedAt.getTime() + 40 * 24 * 3_600_000);

function withCity(change: Parameters<Cities['change']>[1]): Cities {
  const cities = new Cities();
  cities.change('3550308', change);
  return cities;
}

const monthly = withCity({ cancellation: { deadlineDays: 30, limit: null, requiresTaker: false } });
const takersOnly = withCity({ cancellation: { deadlineDays: null, limit: null, requiresTaker: true } });
const otherMotive = replacing(key, '05');

test('a note is replaced by its issuer', () => {
  expect(codesOf(replacement, { notes: [original] })).toEqual([]);
});

test('the Simples Nacional is entered and left without deadline', () => {
  expect(codesOf(replacement, { notes: [original], at: late, cities: monthly })).toEqual([]);
});

const breaches: readonly Breach[] = [
  {
    code: 'E0042',
    what: 'a key with a wrong check digit',
    edits: replacing(key.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))),
  },
  {
    code: 'E0042',
    what: "another company's note",
    edits: replacing(keyOf({ issuer: '211444777000161' })),
    besides: ['E0044'],
  },
  { code: 'E0044', what: 'a note that nobody knows', edits: replacing(keyOf({ number: 77 })) },
  {
    code: 'E0046',
    what: 'a note that is cancelled',
    edits: replacing(key),
    in: { notes: [{ ...original, ended: true }] },
  },
  {
    code: 'E0050',
    what: 'a note past its deadline',
    edits: otherMotive,
    in: { notes: [original], at: late, cities: monthly },
  },
  {
    code: 'E0050',
    what: 'a note of more than two years',
    edits: otherMotive,
    in: { notes: [knownNote(key, {}, new Date('2024-11-19T10:00:00-03:00'))] },
  },
  {
    code: 'E0056',
    what: 'a note without taker, in a city that wants one',
    edits: replacing(key),
    in: { notes: [knownNote(key, { edits: withoutTaker })], cities: takersOnly },
  },
  {
    code: 'E0060',
    what: 'another service',
    edits: [...replacing(key), ...service('010601')],
    in: { notes: [original] },
  },
  {
    code: 'E0060',
    what: 'another competence',
    edits: replacing(key),
    options: { competence: '2026-11-19' },
    in: { notes: [original] },
  },
  {
    code: 'E0061',
    what: 'another price, in the Simples Nacional',
    edits: [...replacing(key), ...simples, ['<vServ>1000.00', '<vServ>900.00']],
    in: { notes: [knownNote(key, { edits: simples })] },
  },
  {
    code: 'E0068',
    what: 'a note under fiscal analysis',
    edits: replacing(key),
    in: { notes: [{ ...original, events: ['101103'] }] },
  },
  {
    code: 'E0070',
    what: 'a note that its taker confirmed',
    edits: replacing(key),
    in: { notes: [{ ...original, events: ['203202'] }] },
  },
  {
    code: 'E0065',
    what: "a note of the city's own system",
    edits: replacing(keyOf({ ambGer: '1' })),
    in: { notes: [knownNote(keyOf({ ambGer: '1' }), {})] },
  },
  { code: 'E0078', what: 'another motive without words', edits: replacing(key, '99'), in: { notes: [original] } },
];

test.each(breaches)('$code: $what', (breach) => {
  const [codes, expected] = codesAndExpected({ ...breach, options: { number: 2, ...breach.options } });
  expect(codes).toEqual(expected);
});

test('the service may change in the Simples Nacional, the price outside of it', () => {
  const inSimples = { notes: [knownNote(key, { edits: simples })] };
  const other = service('010601');
  expect(codesOf({ number: 2, edits: [...replacing(key), ...simples, ...other] }, inSimples)).toEqual([]);
  const price = ['<vServ>1000.00', '<vServ>900.00'] as const;
  expect(codesOf({ number: 2, edits: [...replacing(key), price] }, { notes: [original] })).toEqual([]);
});
