import { expect, test } from 'vitest';
import { taxSums } from '../../panel/parts/goods-lines.ts';
import { computedNote } from '../support/samples/notes.ts';

test('the sums of a conjugated note have its services, their ISSQN and their contributions', () => {
  const nothing = { deduction: '0.00', otherWithholdings: '0.00', unconditionalDiscount: '0.00' };
  const totals = {
    ...computedNote().totals,
    ...{ products: '100.00', pis: '0.65', cofins: '3.00', note: '600.00' },
    issqn: {
      ...nothing,
      ...{ services: '500.00', base: '500.00', value: '25.00', pis: '3.25', cofins: '15.00' },
      ...{ conditionalDiscount: '0.00', withheld: '0.00' },
    },
  };
  const shown = taxSums(totals).map(({ text }) =>
    text
      .replace(/<[^>]+>/g, ' ')
      .trim()
      .split(/\s+/),
  );
  expect(shown).toEqual(
    expect.arrayContaining([
      ['Produtos', '100,00'],
      ['Serviços', '500,00'],
      ['ISSQN', '25,00'],
      ['PIS', '3,90'],
      ['COFINS', '18,00'],
    ]),
  );
});
