import { expect, test } from 'vitest';
import { emissionTitle } from '../../../domain/documents/emission-title.ts';

const note = {
  type: 'NFE',
  series: 1,
  number: 123,
  totalValue: '1250.00',
  clientSnapshot: { name: 'Comercial São João' },
} as const;

test.each([
  ['a note with its number', note, 'NF-e 1/123 · Comercial São João · R$ 1.250,00'],
  ['one that has none yet', { ...note, series: null, number: 0 }, 'NF-e · Comercial São João · R$ 1.250,00'],
  ['a service', { ...note, type: 'NFSE', series: 900 }, 'NFS-e 900/123 · Comercial São João · R$ 1.250,00'],
  [
    'a sale to nobody in particular',
    { ...note, type: 'NFCE', clientSnapshot: { name: '' } },
    'NFC-e 1/123 · R$ 1.250,00',
  ],
  ['a row of before names were kept', { ...note, clientSnapshot: {} }, 'NF-e 1/123 · R$ 1.250,00'],
] as const)('%s is distinguished from others', (_, emitted, title) => {
  expect(emissionTitle(emitted)).toBe(title);
});

test('a title is never longer than Temporal takes', () => {
  const title = emissionTitle({ ...note, number: 999_999_999, clientSnapshot: { name: '–'.repeat(300) } });
  expect(Buffer.byteLength(title)).toBeLessThanOrEqual(400);
});
