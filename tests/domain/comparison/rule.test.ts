import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  differenceOf,
  isAsked,
  type NoteThere,
  type NumberHere,
  standingsThere,
} from '../../../domain/comparison/rule.ts';

const goods = { type: 'NFE', isGivenUp: true } as const;
const key = fc.constantFrom('A', 'B');
const digest = fc.constantFrom('x', 'y', null);
const note: fc.Arbitrary<NumberHere> = fc.record({
  kind: fc.constant('NOTE' as const),
  status: fc.constantFrom('AUTHORIZED' as const, 'CANCELLED' as const),
  accessKey: key,
  digestValue: digest,
});
const without: fc.Arbitrary<NumberHere> = fc
  .constantFrom('DENIED' as const, 'OPEN' as const, 'GIVEN_UP' as const, 'UNDER_WAY' as const, 'UNTOUCHED' as const)
  .map((kind) => ({ kind }));
const here = fc.oneof(note, without);
const there: fc.Arbitrary<NoteThere | null> = fc.option(
  fc.record({ accessKey: fc.option(key), standing: fc.constantFrom(...standingsThere), digestValue: digest }),
);

test('books agree exactly where both have the same note in the same standing, or neither has any and nothing is to be given up', () => {
  fc.assert(
    fc.property(here, there, (ours, theirs) => {
      expect(differenceOf(ours, theirs, goods) === null).toBe(agree(ours, theirs));
    }),
    { numRuns: 2_000 },
  );
});

test('what one side alone has is unknown to the other, and never a gap', () => {
  fc.assert(
    fc.property(here, there, (ours, theirs) => {
      const found = differenceOf(ours, theirs, goods);
      if (found === 'UNKNOWN_THERE') expect(ours.kind).toBe('NOTE');
      if (found === 'UNKNOWN_HERE') expect(theirs).not.toBeNull();
      if (found === 'GAP') expect([ours.kind, theirs]).toEqual(['UNTOUCHED', null]);
    }),
    { numRuns: 2_000 },
  );
});

function agree(ours: NumberHere, theirs: NoteThere | null): boolean {
  if (ours.kind !== 'NOTE') {
    return theirs === null ? ours.kind !== 'UNTOUCHED' : ours.kind === 'DENIED' && theirs.standing === 'DENIED';
  }
  const isSame =
    theirs?.accessKey === ours.accessKey &&
    (ours.digestValue === null || theirs.digestValue === null || theirs.digestValue === ours.digestValue);
  return isSame && (theirs.standing === ours.status || theirs.standing === 'USED');
}

test.each([
  ['AUTHORIZED', 'CANCELLED', 'CANCELLED_ELSEWHERE'],
  ['CANCELLED', 'AUTHORIZED', 'CANCELLED_HERE_ALONE'],
  ['AUTHORIZED', 'DENIED', 'UNKNOWN_THERE'],
  ['CANCELLED', 'CANCELLED', null],
] as const)('%s here and %s there is %s', (status, standing, kind) => {
  const ours = { kind: 'NOTE', status, accessKey: 'A', digestValue: null } as const;
  expect(differenceOf(ours, { accessKey: 'A', standing, digestValue: 'x' }, goods)).toBe(kind);
});

test('a number that cannot be given up, as that of a service, is no gap', () => {
  expect(differenceOf({ kind: 'UNTOUCHED' }, null, { type: 'NFSE', isGivenUp: false })).toBeNull();
});

test('of doubtful numbers alone no certain note is asked for; never what is under way, denied or given up', () => {
  fc.assert(
    fc.property(here, fc.boolean(), (ours, everyNote) => {
      const isDoubtful = ours.kind === 'OPEN' || ours.kind === 'UNTOUCHED';
      expect(isAsked(ours, { everyNote })).toBe(isDoubtful || (everyNote && ours.kind === 'NOTE'));
    }),
  );
});
