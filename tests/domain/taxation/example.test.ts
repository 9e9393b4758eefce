import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compute, issuerOf, personIn, saleOf } from '../documents/sale.ts';

const guide = readFileSync(new URL('../../../docs/taxation.md', import.meta.url), 'utf8');
const noList = { states: [], clientTypes: [], cfops: [] };

/** The sale in the guide's example. */
function exampleLine() {
  const issuer = issuerOf('NORMAL', {
    taxDefaults: {
      cfop: '5102',
      icmsSituation: '00',
      icmsRate: '18.0000',
      pisSituation: '01',
      pisRate: '1.6500',
      cofinsSituation: '01',
      cofinsRate: '7.6000',
    },
  });
  const taxRule = {
    id: '…',
    name: 'Vendas',
    subRules: [
      { ...noList, fields: { icmsSituation: '00' } },
      {
        ...noList,
        states: ['BA'],
        clientTypes: ['CONSUMIDOR_FINAL' as const],
        fields: { icmsSituation: '00', icmsRate: '7.0000', fcpRate: '2.0000' },
      },
      { ...noList, cfops: ['5910'], fields: { icmsSituation: '41' } },
    ],
  };
  const cfops = {
    internalCfop: '5102',
    interstateContributor: '6102',
    interstateNonContributor: '6108',
    exportCfop: null,
  };
  const taxation = { cfops, fields: { ncm: '61091000', ipiSituation: '53' } };
  const records = { items: [{ taxRule, product: { id: '…', name: 'Camiseta', taxation } }], template: null };
  const item = { code: 'A1', description: 'Camiseta', productId: '…', quantity: '10', unitValue: '100.00' };
  return compute({ issuer, client: personIn('BA'), payload: saleOf([item]), records }).items[0];
}

test('the guide’s example resolves as the guide says', () => {
  const [, answer = ''] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json);
  const told = z.record(z.string(), z.unknown()).parse(JSON.parse(answer));
  expect(Object.keys(told)).toEqual(['cfop', 'taxation', 'taxedBy']);
  expect(exampleLine()).toMatchObject(told);
});

test('the guide’s example comes to the amounts that the guide says', () => {
  const line = exampleLine();
  const amounts = [
    line?.icms?.value,
    line?.difal?.destinationValue,
    line?.difal?.fcpValue,
    line?.pis?.value,
    line?.cofins?.value,
    line?.ibsCbs?.amounts?.ibsValue,
    line?.ibsCbs?.amounts?.cbsValue,
  ];
  const told = guide.slice(guide.indexOf('it is arithmetic')).match(/[\d.]+(?= +\|\n)/g);
  expect(amounts).toEqual(told?.slice(0, amounts.length));
  expect(guide).toContain(`${line?.ibsCbs?.amounts?.base}`);
});
