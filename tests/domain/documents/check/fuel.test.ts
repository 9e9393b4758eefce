import { expect, test } from 'vitest';
import type { FuelInput } from '../../../../domain/documents/fuel.ts';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { compute, item, personIn, refusalOf, saleOf } from '../sale.ts';

const origins = [{ imported: false, state: 'SP', percent: '100' }];
const gasoline: FuelInput = { anpCode: '320102001', biodieselPercent: '30', origins };
const diesel: FuelInput = { anpCode: '820101034', biodieselPercent: '14', origins };
const lpg: FuelInput = { anpCode: '210203001', glpPercent: '100' };
const lubricant: FuelInput = { anpCode: '620101004', description: 'OLEO LUBRIFICANTE' };

function sold(fuel: FuelInput | null, fields: Partial<ItemInput> = {}, document: Parameters<typeof saleOf>[1] = {}) {
  return compute({ payload: saleOf([item({ icmsSituation: '61', unit: unitOf(fuel), ...fields, fuel })], document) });
}

const unitOf = (fuel: FuelInput | null) => (fuel?.anpCode === lpg.anpCode ? 'KG' : 'L');

test('a fuel is completed by the table and by where its buyer is', () => {
  const [line] = sold({ ...lpg, consumptionState: null }).items;
  expect(line?.fuel).toMatchObject({ description: 'GLP', glpPercent: '100.0000', consumptionState: 'SP', origins: [] });
});

test.each([
  ['660', null, { cfop: '5656', icmsSituation: '00' }, 'fuel'],
  ['959, of no fuel', null, {}, 'icmsSituation'],
  ['959, of a lubricant', lubricant, {}, 'icmsSituation'],
  ['960', gasoline, { icmsSituation: '00' }, 'icmsSituation'],
  ['379', { ...gasoline, meter: { nozzle: '1', tank: '1', start: '1', end: '2' } }, {}, 'fuel.meter'],
  ['380', { ...gasoline, meter: { nozzle: '1', tank: '1', start: '2', end: '2' } }, { cfop: '5656' }, 'fuel.meter.end'],
  ['461', { ...gasoline, glpPercent: '100' }, {}, 'fuel.glpPercent'],
  ['747', { ...lubricant, origins }, { icmsSituation: '00' }, 'fuel.origins'],
  ['768', { anpCode: '320301001', biodieselPercent: '30', origins }, { icmsSituation: '15' }, 'fuel.retainedQuantity'],
  ['855', { ...lpg, glpPercent: '99.9' }, {}, 'fuel.glpPercent'],
  ['907, of LPG', { ...lpg, biodieselPercent: '14' }, {}, 'fuel.biodieselPercent'],
  ['907, of a lubricant', { ...lubricant, biodieselPercent: '1' }, { icmsSituation: '00' }, 'fuel.biodieselPercent'],
  ['908', { ...gasoline, biodieselPercent: null }, {}, 'fuel.biodieselPercent'],
  ['909', { ...gasoline, origins: [] }, {}, 'fuel.origins'],
  ['909, of mixed gas', { ...lpg, glpPercent: '90', importedGasPercent: '10' }, {}, 'fuel.origins'],
  ['958', { ...gasoline, origins: [{ imported: false, state: 'SP', percent: '99.8' }] }, {}, 'fuel.origins'],
  ['a code of eight digits', { anpCode: '32010200' }, { icmsSituation: '00' }, 'fuel.anpCode'],
  ['a state that there is not', { ...gasoline, consumptionState: 'XX' }, {}, 'fuel.consumptionState'],
  ['a product that nobody describes', { anpCode: '620101004' }, { icmsSituation: '00' }, 'fuel.description'],
] as const)('what the authority would reject by %s is refused with words', (_, fuel, fields, path) => {
  const { paths } = refusalOf(() => sold(fuel as FuelInput | null, fields));
  expect(paths).toEqual([`items[0].${path}`]);
});

test('who uses the fuel is told neither its mixture nor its origin', () => {
  const bare = { anpCode: '320102001' };
  const payload = saleOf([item({ cfop: '5656', icmsSituation: '61', unit: 'L', fuel: bare })]);
  expect(() => compute({ client: personIn('SP'), payload })).not.toThrow();
  expect(() => sold(bare, {}, { finalConsumer: true })).not.toThrow();
});

test('origins of gases add up apart where they are imported, with a tolerance of a tenth', () => {
  const mixed = [
    { imported: false, state: 'SP', percent: '99.9' },
    { imported: true, state: 'BA', percent: '100' },
  ];
  expect(() => sold({ ...lpg, glpPercent: '50', importedGasPercent: '50', origins: mixed })).not.toThrow();
  expect(refusalOf(() => sold({ ...diesel, origins: mixed })).paths).toEqual(['items[0].fuel.origins']);
});

test('a lubricant is no single-phase fuel, and taxed as any goods', () => {
  const [line] = sold(lubricant, { cfop: '5656', icmsSituation: '00', icmsRate: '18' }).items;
  expect(line?.icms?.value).toBe('180.00');
});

test('CST 15 and 53 are not for who is no taxpayer, and an NFC-e has only 61', () => {
  for (const icmsSituation of ['15', '53']) {
    const payload = saleOf([item({ icmsSituation, unit: 'L', fuel: gasoline })]);
    expect(refusalOf(() => compute({ client: personIn('SP'), payload })).message).toContain('508');
  }
  const coupon = saleOf([item({ cfop: '5656', icmsSituation: '02', unit: 'L', fuel: gasoline })], {
    ...{ type: 'NFCE', payments: [{ method: 'CASH', value: '1000' }] },
  });
  expect(refusalOf(() => compute({ client: personIn('SP'), payload: coupon })).message).toContain('766');
});

test('the note says in words what the layout has no column for', () => {
  const note = sold(diesel, { icmsSituation: '15' });
  expect(note.additionalInfo).toBe(
    'ICMS monofásico próprio: BC 8,6 (em litros); Alíquota: R$ 1,1700; ICMS mono: R$ 10,06. ' +
      'ICMS monofásico sujeito a retenção: BC 1,4 (em litros); Alíquota: R$ 1,1700; ICMS mono: R$ 0,55.',
  );
  expect(note.totals.icmsMono).toEqual({
    ...{ quantity: '8.60', value: '10.06', retainedQuantity: '1.40', retainedValue: '0.55' },
    ...{ collectedQuantity: '0.00', collectedValue: '0.00' },
  });
  expect(note.totals.note).toBe('1000.55');
});
