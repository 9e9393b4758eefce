import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEntry } from '../../../domain/arrivals/read-entry.ts';
import { cancels, type NoteArrival, roleOf } from '../../../domain/received/arrival.ts';
import { mergeNote, type NoteState } from '../../../domain/received/merge.ts';
import { procNfe, resNfe } from '../../support/samples/received-samples.ts';

const us = '11444777000161';
const summary = noteOf('resNFe_v1.01.xsd', resNfe());
const complete = noteOf('procNFe_v4.00.xsd', procNfe());
const cancelled: NoteArrival = { ...summary, status: 'CANCELLED' };

function noteOf(schema: string, xml: string): NoteArrival {
  const arrival = readEntry('NFE', schema, xml);
  if (arrival.kind !== 'note') throw new TypeError('not a note');
  return arrival;
}

const came = fc
  .array(fc.constantFrom(summary, complete, cancelled), { minLength: 1, maxLength: 8 })
  .map((all) => all.map((arrival, index) => ({ nsu: BigInt(index + 1), arrival })));

test('any order of summaries and complete notes, each as often as it likes, ends in the same row', () => {
  const after = (versions: readonly { nsu: bigint; arrival: NoteArrival }[]) =>
    versions.reduce<NoteState | null>(
      (note, { nsu, arrival }) => mergeNote(note, { arrival, nsu, role: roleOf(arrival, us) }),
      null,
    );
  const orders = came.chain((versions) => {
    const twice = [...versions, ...versions];
    const length = { minLength: twice.length, maxLength: twice.length };
    return fc.record({ versions: fc.constant(versions), other: fc.shuffledSubarray(twice, length) });
  });
  fc.assert(
    fc.property(orders, ({ versions, other }) => {
      expect(after(other)).toEqual(after(versions));
    }),
    { numRuns: 500 },
  );
});

test('the complete note takes the place of its summary and never gives it back', () => {
  const first = mergeNote(null, { arrival: summary, nsu: 3n, role: 'RECIPIENT' });
  expect(first).toMatchObject({
    schemaType: 'RES_NFE',
    hasFullXml: false,
    nsu: 3n,
    issuer: { name: 'Padaria & Filhos' },
  });
  const second = mergeNote(first, { arrival: complete, nsu: 9n, role: 'RECIPIENT' });
  expect(second).toMatchObject({ schemaType: 'PROC_NFE', hasFullXml: true, nsu: 9n, issuer: complete.issuer });
  expect(mergeNote(second, { arrival: summary, nsu: 12n, role: 'RECIPIENT' })).toEqual(second);
  expect(mergeNote(second, { arrival: complete, nsu: 12n, role: 'RECIPIENT' })).toEqual({ ...second, nsu: 12n });
});

test('a note that any version cancels stays cancelled', () => {
  const first = mergeNote(null, { arrival: cancelled, nsu: 3n, role: 'RECIPIENT' });
  expect(mergeNote(first, { arrival: complete, nsu: 9n, role: 'RECIPIENT' }).status).toBe('CANCELLED');
});

test.each([
  ['NFE', '110111', true],
  ['NFE', '110112', true],
  ['NFE', '110110', false],
  ['NFSE', '101101', true],
  ['NFSE', '105102', true],
  ['NFSE', '105104', true],
  ['NFSE', '305101', true],
  ['NFSE', '101103', false],
  ['NFSE', '105105', false],
  ['NFSE', '305102', false],
  ['NFSE', '203206', false],
  ['NFSE', '110111', false],
] as const)('of an %s the event %s cancels it: %s', (model, code, isCancelled) => {
  expect(cancels({ model, code })).toBe(isCancelled);
});
