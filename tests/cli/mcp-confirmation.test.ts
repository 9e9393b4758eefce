import { expect, test } from 'vitest';
import { confirmations, confirmationMinutes } from '../../cli/mcp/confirmation.ts';

const start = Date.UTC(2026, 10, 28);
const shown = ['DRAFT', '2026-11-28T12:00:00Z', '10.00'];
const emission = { act: 'EMIT', documentId: 'one', shown } as const;

test('a confirmation holds for a quarter of an hour, also for a server that was started again', () => {
  const word = confirmations('ck_a', () => start).of(emission);
  const later = (minutes: number) => confirmations('ck_a', () => start + minutes * 60_000).check(emission, word);
  expect([later(0), later(confirmationMinutes), later(confirmationMinutes + 1)]).toEqual(['VALID', 'VALID', 'EXPIRED']);
});

test('it is of one act, one document as it was shown, and one key', () => {
  const words = confirmations('ck_a', () => start);
  const word = words.of(emission);
  for (const other of [
    { ...emission, act: 'CANCEL' as const },
    { ...emission, documentId: 'two' },
    { ...emission, shown: ['DRAFT', '2026-11-28T12:00:01Z', '10.00'] },
  ])
    expect(words.check(other, word)).toBe('OF_ANOTHER');
  expect(confirmations('ck_b', () => start).check(emission, word)).toBe('OF_ANOTHER');
});

test('words that are none are of another', () => {
  const words = confirmations('ck_a', () => start);
  const [, seal = ''] = words.of(emission).split('.');
  for (const word of ['', 'sim', 'true', `zzzzzzzz.${seal}`, `${words.of(emission)}0`])
    expect(words.check(emission, word)).toBe('OF_ANOTHER');
});
