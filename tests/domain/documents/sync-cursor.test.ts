import { expect, test } from 'vitest';
import fc from 'fast-check';
import { type CursorScope, readCursor, type SyncPosition, writeCursor } from '../../../domain/documents/sync-cursor.ts';
import { masterKey } from '../../../domain/seal.ts';

const key = masterKey(Buffer.alloc(32, 7));
const moment = fc.integer({ min: 0, max: 253_402_214_400_000 });
const number = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String);
const positions: fc.Arbitrary<SyncPosition> = fc.oneof(
  fc.record({ kind: fc.constant('BEGINNING' as const), since: moment }),
  fc.record({
    kind: fc.constant('SINCE' as const),
    since: moment,
    horizon: number,
    after: fc.tuple(fc.constant('2026-11-01 03:00:00.000123+00'), fc.uuid()),
  }),
  fc.record({ kind: fc.constant('CHANGES' as const), seq: number }),
);
const scopes: fc.Arbitrary<CursorScope> = fc.record({
  company: fc.uuid(),
  filters: fc.record({
    environment: fc.constantFrom('PRODUCTION', 'HOMOLOGATION', 'ALL'),
    type: fc.constantFrom('NFE', undefined),
    externalId: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  }),
});

test('a cursor gives the position back, in a text that needs no encoding in a URL', () => {
  fc.assert(
    fc.property(scopes, positions, (scope, position) => {
      const cursor = writeCursor(key, scope, position);
      expect(cursor).toMatch(/^[\w-]{1,400}$/);
      expect(readCursor(key, scope, cursor)).toEqual(position);
    }),
  );
});

test('a cursor holds for no other company, no other filters and no other installation', () => {
  fc.assert(
    fc.property(scopes, scopes, positions, (scope, other, position) => {
      const cursor = writeCursor(key, scope, position);
      expect(readCursor(key, { ...scope, company: other.company }, cursor)).toBe('invalid');
      expect(readCursor(masterKey(Buffer.alloc(32, 8)), scope, cursor)).toBe('invalid');
      fc.pre(filtersOf(scope) !== filtersOf(other));
      expect(readCursor(key, { ...scope, filters: other.filters }, cursor)).toBe('filters');
    }),
  );
});

test('filters are the same in any order, and one that is not sent is none', () => {
  const [company, position] = ['c', { kind: 'CHANGES', seq: '1' } as const];
  const cursor = writeCursor(
    key,
    { company, filters: { environment: 'ALL', externalId: 'v', type: undefined } },
    position,
  );
  expect(readCursor(key, { company, filters: { externalId: 'v', environment: 'ALL' } }, cursor)).toEqual(position);
});

test('whatever is changed in it, cut from it or added to it, it is refused', () => {
  const edits = fc.record({ at: fc.nat(), length: fc.nat({ max: 4 }), instead: fc.string({ maxLength: 4 }) });
  fc.assert(
    fc.property(scopes, positions, edits, (scope, position, { at, length, instead }) => {
      const cursor = writeCursor(key, scope, position);
      const start = at % (cursor.length + 1);
      const edited = `${cursor.slice(0, start)}${instead}${cursor.slice(start + length)}`;
      fc.pre(edited !== cursor);
      expect(readCursor(key, scope, edited)).toBe('invalid');
    }),
    { numRuns: 1_000 },
  );
});

test('any text that is no cursor is refused', () => {
  fc.assert(
    fc.property(scopes, fc.string({ unit: 'binary' }), (scope, text) => {
      expect(readCursor(key, scope, text)).toBe('invalid');
    }),
  );
});

function filtersOf({ filters: { environment, type, externalId } }: CursorScope): string {
  return JSON.stringify([environment, type, externalId]);
}
