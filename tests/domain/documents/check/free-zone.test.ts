import { expect, test } from 'vitest';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { layoutNfe } from '../../../../domain/nfe/layout/inf-nfe.ts';
import { identity } from '../../../support/samples/notes.ts';
import { compute, item, personIn, refusalOf, saleOf } from '../sale.ts';
import { manaus } from './trade-sales.ts';

const exempt: Partial<ItemInput> = { icmsSituation: '40', icmsExemptionReason: '7', cfop: '6109' };
const sell = (fields: Partial<ItemInput> = {}, client = manaus) =>
  compute({ client, payload: saleOf([item({ ...exempt, ...fields })]) });
const refused = (fields: Partial<ItemInput>, client = manaus) => refusalOf(() => sell(fields, client));

test('a sale that is exempt for the free zone is worth less by the ICMS of its route, and names who is registered', () => {
  const note = sell();
  const [line] = note.items;
  expect(line?.icms).toMatchObject({ exemptedValue: '70.00', exemptionReason: '7', exemptionDeducted: '1' }); // 7 % of 1000.00
  expect(line?.taxation.icmsExemptionDeducted).toEqual({ value: '1', source: 'TABLE' });
  expect(note.totals).toMatchObject({ icmsExempted: '70.00', note: '930.00' });
  expect(layoutNfe(note, identity).infNFe).toContain('<IE>041939808</IE><ISUF>210140267</ISUF>');
});

test('without registration, by another CFOP or without the deduction it is refused (625, 626, 652)', () => {
  expect(refused({}, { ...manaus, isuf: null })).toMatchObject({ paths: ['client.isuf'] });
  expect(refused({ cfop: '6102' })).toMatchObject({ code: 'invalid_cfop', paths: ['items[0].cfop'] });
  expect(refused({ icmsExemptionDeducted: '0' }).paths).toEqual(['items[0].icmsExemptionDeducted']);
  const back = {
    client: { ...manaus, isuf: null },
    payload: saleOf([item({ ...exempt, cfop: '2204', referencedItem })], returned),
  };
  expect(compute(back).items[0]?.cfop).toBe('2204');
});

test('an NFC-e has no registration (730), so nothing is exempt on it for the free zone', () => {
  const consumer = { ...personIn('SP'), isuf: '210140267' };
  const payload = (line: Partial<ItemInput>) =>
    saleOf([item({ cfop: '5102', ...line })], { type: 'NFCE', payments: [{ method: 'CASH', value: '1000' }] });
  expect(compute({ client: consumer, payload: payload({ icmsSituation: '40' }) }).recipient).toMatchObject({
    isuf: null,
  });
  const refusal = refusalOf(() => compute({ client: consumer, payload: payload({ ...exempt, cfop: '5102' }) }));
  expect(refusal.paths).toEqual(['items[0].icmsExemptionReason']);
});

const returned = { purpose: 'RETURN', operationType: 'IN' } as const;
const referencedItem = { accessKey: '35261111222333000181550010000000011630362748', number: 1 };
