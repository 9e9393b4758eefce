import { expect, test } from 'vitest';
import fc from 'fast-check';
import { normalizeCfops } from '../../../domain/products/nfe-config.ts';
import table from '../../../tables/cfop.json' with { type: 'json' };

test.each([
  ['5101', '6101', '6107'],
  ['5102', '6102', '6108'],
  ['5401', '6401', '6107'],
  ['5403', '6403', '6108'],
  ['5405', '6404', '6108'],
  ['5910', '6910', '6910'],
  ['5929', '6929', '6929'],
])('%s suggests %s to a taxpayer of another state and %s to who is none', (internalCfop, taxpayer, person) => {
  expect(normalizeCfops({ internalCfop }).cfops).toEqual({
    internalCfop,
    interstateContributor: taxpayer,
    interstateNonContributor: person,
    exportCfop: null,
  });
});

test.each(['5601', '5602', '5605', '5606', '5926', '5927', '5928'])(
  '%s exists only inside a state and suggests nothing',
  (internalCfop) => {
    expect(normalizeCfops({ internalCfop }).cfops).toMatchObject({
      interstateContributor: null,
      interstateNonContributor: null,
    });
  },
);

test('what was sent is not suggested, null included', () => {
  const { cfops } = normalizeCfops({
    internalCfop: '5102',
    interstateContributor: null,
    interstateNonContributor: '6.107',
  });
  expect(cfops).toMatchObject({ interstateContributor: null, interstateNonContributor: '6107' });
});

test.each(['6102', '51', '51023', 'venda'])('a wrong internal CFOP suggests nothing: %s', (internalCfop) => {
  const { cfops, faults } = normalizeCfops({ internalCfop });
  expect(faults).toHaveLength(1);
  expect(cfops).toMatchObject({ interstateContributor: null, interstateNonContributor: null });
});

test.each(['5999', '5108', '5353', '5933'])('%s is no CFOP that a product can have', (internalCfop) => {
  expect(normalizeCfops({ internalCfop }).faults).toMatchObject([{ path: 'nfeConfig.internalCfop' }]);
});

test('to a MEI the code for taxpayers is suggested for everybody', () => {
  expect(normalizeCfops({ internalCfop: '5102' }, 'MEI').cfops.interstateNonContributor).toBe('6102');
});

test('whatever the internal CFOP, a suggestion is an interstate one', () => {
  const internal = fc.constantFrom(...Object.keys(table.cfop).filter((code) => code.startsWith('5')));
  fc.assert(
    fc.property(internal, (internalCfop) => {
      const { cfops } = normalizeCfops({ internalCfop });
      for (const suggestion of [cfops.interstateContributor, cfops.interstateNonContributor]) {
        expect(suggestion ?? '6102').toMatch(/^6/);
        expect(table.cfop).toHaveProperty(suggestion ?? '6102');
      }
    }),
  );
});
