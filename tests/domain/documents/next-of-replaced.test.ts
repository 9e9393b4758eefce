import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextOfReplaced, type ReplacedFacts } from '../../../domain/documents/next-of-replaced.ts';

const usual: ReplacedFacts = {
  ...{ type: 'NFCE', known: 'UNKNOWN', sale: 'PROCESSING', cancellation: null, range: null },
  ...{ mayGiveUp: true, isCpf: false },
};

test.each<[string, Partial<ReplacedFacts>, unknown]>([
  ['its key is asked for first', {}, 'ask'],
  ['what is valid is cancelled once its successor is', { known: 'AUTHORIZED', sale: 'AUTHORIZED' }, 'cancel'],
  ['what is valid waits for its successor', { known: 'AUTHORIZED' }, 'awaitSale'],
  ['what is valid stays where its successor was refused', { known: 'AUTHORIZED', sale: 'REJECTED' }, 'awaitSale'],
  ['what is valid goes, too, where its successor was cancelled', { known: 'AUTHORIZED', sale: 'CANCELLED' }, 'cancel'],
  [
    'a cancellation under way is waited for',
    { known: 'AUTHORIZED', sale: 'AUTHORIZED', cancellation: 'PENDING' },
    'awaitCancellation',
  ],
  [
    'a refused cancellation is for a person',
    { known: 'AUTHORIZED', sale: 'AUTHORIZED', cancellation: 'REJECTED' },
    'person',
  ],
  ['a registered one is the end', { known: 'AUTHORIZED', cancellation: 'REGISTERED' }, { settled: 'CANCELLED' }],
  ['an unknown number is given up', { known: 'ABSENT' }, 'giveUp'],
  ['where a person wants to see it, it is proposed', { known: 'ABSENT', mayGiveUp: false }, 'propose'],
  ['an inutilization under way is waited for', { known: 'ABSENT', range: 'PENDING' }, 'awaitRange'],
  ['a refused one is for a person', { known: 'ABSENT', range: 'REJECTED' }, 'person'],
  ['an accepted one is the end', { known: 'ABSENT', range: 'AUTHORIZED' }, { settled: 'GIVEN_UP' }],
  ['a CPF issuer cannot inutilize', { known: 'ABSENT', isCpf: true }, { settled: 'SPENT' }],
])('%s', (_name, facts, step) => {
  expect(nextOfReplaced({ ...usual, ...facts })).toEqual(step);
});

test('nothing is cancelled unless it is valid and its sale has another valid note, or had one; no number is given up that may be valid', () => {
  const facts = fc.record<ReplacedFacts>({
    type: fc.constantFrom('NFE', 'NFCE'),
    known: fc.constantFrom('UNKNOWN', 'AUTHORIZED', 'ABSENT'),
    sale: fc.constantFrom('DRAFT', 'PROCESSING', 'AUTHORIZED', 'REJECTED', 'CANCELLED'),
    cancellation: fc.constantFrom('PENDING', 'REGISTERED', 'REJECTED', null),
    range: fc.constantFrom('PENDING', 'AUTHORIZED', 'REJECTED', null),
    mayGiveUp: fc.boolean(),
    isCpf: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, (known) => {
      const step = nextOfReplaced(known);
      if (step === 'cancel') {
        expect(known.known).toBe('AUTHORIZED');
        expect(['AUTHORIZED', 'CANCELLED']).toContain(known.sale);
      }
      if (step === 'giveUp') expect(known).toMatchObject({ known: 'ABSENT', mayGiveUp: true, isCpf: false });
      if (typeof step === 'object' && step.settled === 'CANCELLED') expect(known.cancellation).toBe('REGISTERED');
      if (typeof step === 'object' && step.settled === 'GIVEN_UP') expect(known.range).toBe('AUTHORIZED');
    }),
  );
});
