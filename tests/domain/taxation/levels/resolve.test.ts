import { expect, test } from 'vitest';
import fc from 'fast-check';
import { taxFieldNames, type TaxFields, taxSources } from '../../../../domain/taxation/fields.ts';
import { resolveTaxes, withTable } from '../../../../domain/taxation/levels/resolve.ts';

const level = fc.dictionary(
  fc.constantFrom(...taxFieldNames),
  fc.oneof(fc.constant(null), fc.constant(''), fc.stringMatching(/^\d{1,4}$/)),
);

test('each field comes from the first level that has it filled, and says which', () => {
  fc.assert(
    fc.property(fc.tuple(level, level, level, level, level), (fields) => {
      const levels = fields.map((filled: TaxFields, index) => ({
        source: taxSources[index] ?? 'TABLE',
        fields: filled,
      }));
      const trace = resolveTaxes(levels);
      for (const name of taxFieldNames) {
        const winner = levels.find(({ fields }) => fields[name]);
        expect(trace[name]).toEqual(winner && { value: winner.fields[name], source: winner.source });
      }
    }),
  );
});

test('a level that is emptier than the ones below it changes nothing', () => {
  const company = { source: 'COMPANY', fields: { icmsSituation: '00', icmsRate: '18' } } as const;
  const emptyItem = { source: 'ITEM', fields: { icmsSituation: null, icmsRate: ' ' } } as const;
  expect(resolveTaxes([emptyItem, company])).toEqual(resolveTaxes([company]));
});

test('the table speaks last', () => {
  const said = resolveTaxes([{ source: 'ITEM', fields: { icmsOrigin: '1' } }]);
  expect(withTable(said, { icmsOrigin: '0', ipiFramework: '999' })).toEqual({
    icmsOrigin: { value: '1', source: 'ITEM' },
    ipiFramework: { value: '999', source: 'TABLE' },
  });
});
