import { expect, test } from 'vitest';
import { normalizeService } from '../../../domain/service-taxation/normalize.ts';
import { normalizeLevel } from '../../../domain/taxation/levels/normalize-level.ts';
import { taxRegimes, usesCsosn } from '../../../domain/taxation/operation.ts';
import { starterSet } from '../../../domain/templates/template-set.ts';
import { compute, issuerOf, item, refusalOf, saleOf, taxpayerIn } from '../documents/sale.ts';

const goods = starterSet().filter(({ type }) => type === 'NFE');

test('the starter set has what every company begins with', () => {
  expect(starterSet().map(({ type, fields }) => [type, fields.cfop ?? null])).toEqual([
    ['NFE', '5102'],
    ['NFE', '6102'],
    ['NFE', '5910'],
    ['NFE', '5152'],
    ['NFSE', null],
  ]);
});

test.each(taxRegimes)('the starter set is valid as it is in the regime %s', (regime) => {
  for (const { name, fields, service } of starterSet()) {
    expect({ name, ...normalizeLevel(fields, { regime, defaults: {} }) }).toEqual({ name, fields, faults: [] });
    if (service) expect(normalizeService(service, { regime })).toEqual({ fields: service, faults: [] });
  }
});

test.each(taxRegimes.flatMap((regime) => goods.map((template) => ({ ...template, regime }))))(
  '$name makes a note of a company in the regime $regime, inside the state and out of it',
  ({ name, fields, regime }) => {
    const line = item({ pisSituation: null, cofinsSituation: null });
    const issuer = issuerOf(regime, {
      taxDefaults: {
        icmsSituation: usesCsosn(regime) ? '102' : '00',
        pisSituation: '01',
        pisRate: '1.65',
        cofinsSituation: '01',
        cofinsRate: '7.6',
      },
    });
    // By 5904 and 6904 a MEI may only give and move goods (rule 337), which the CSOSN cannot show.
    const isOfMei = regime !== 'MEI' || /^.102$/.test(fields.cfop ?? '');
    for (const [state, first] of [
      ['SP', '5'],
      ['BA', '6'],
    ] as const) {
      const records = { items: [], template: { id: 'modelo', name, fields } };
      const run = () => compute({ issuer, client: taxpayerIn(state), payload: saleOf([line]), records });
      if (!isOfMei) {
        expect(refusalOf(run)).toMatchObject({ code: 'invalid_cfop', message: expect.stringContaining(`${first}904`) });
        continue;
      }
      const { items } = run();
      expect(items.map(({ cfop }) => cfop)).toEqual([`${first}${fields.cfop?.slice(1)}`]);
    }
  },
);
