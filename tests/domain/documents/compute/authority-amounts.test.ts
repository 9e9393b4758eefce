import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withAuthorityAmounts } from '../../../../domain/documents/compute/service-amounts.ts';
import type { ServiceIbsCbs } from '../../../../domain/documents/computed-service.ts';
import { decimal, money, sum } from '../../../../domain/money.ts';
import { compute, served, serviceOf } from '../service.ts';

const ibsCbs: ServiceIbsCbs = {
  base: '980.00',
  stateRate: '0.1000',
  stateValue: '0.98',
  municipalRate: '0.0000',
  municipalValue: '0.00',
  ibsValue: '0.98',
  cbsRate: '0.9000',
  cbsValue: '8.82',
};

test('what the NFS-e prints stands in place of ours, and the rest stays', () => {
  const service = compute({ payload: serviceOf([served({ issWithholding: '2', irrfRate: '1.5' })]) });
  expect(service.amounts).toMatchObject({ computedBy: 'LAVRA', iss: null, issWithheld: null, net: '985.00' });
  const amounts = { issRate: '2.9000', iss: '29.00', withheld: '44.00', net: '956.00' };
  expect(withAuthorityAmounts(service, { amounts, ibsCbs: null }).amounts).toEqual({
    ...service.amounts,
    ...amounts,
    computedBy: 'AUTHORITY',
    issWithheld: '29.00',
  });
});

test('what the NFS-e leaves out of what lessens the price stays ours', () => {
  const fields = { issTaxation: '4', irrfRate: '1.5' };
  const service = compute({ payload: serviceOf([served(fields)]) });
  const printed = { deductions: null, benefit: null, withheld: null, net: '985.00' };
  expect(withAuthorityAmounts(service, { amounts: printed, ibsCbs: null }).amounts).toMatchObject({
    ...{ withheld: '15.00', irrf: '15.00', net: '985.00' },
  });
  const deducted = { service: { deductions: { value: '10.00' } } };
  const other = compute({ payload: serviceOf([served({ issRate: '2.9' })], deducted) });
  expect(withAuthorityAmounts(other, { amounts: printed, ibsCbs: null }).amounts.deductions).toBe('10.00');
});

test('ISSQN that nobody withholds is not withheld', () => {
  const service = compute();
  const { amounts } = withAuthorityAmounts(service, { amounts: { iss: '29.00' }, ibsCbs: null });
  expect(amounts).toMatchObject({ iss: '29.00', issWithheld: null });
});

test('one item has all of IBS and CBS, and none where there is none', () => {
  const service = compute();
  expect(withAuthorityAmounts(service, { amounts: {}, ibsCbs }).items[0]?.ibsCbs).toEqual(ibsCbs);
  expect(withAuthorityAmounts(service, { amounts: {}, ibsCbs: null }).items[0]?.ibsCbs).toBeNull();
});

test('the lines add up to the note, by what each is worth after its discount', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 }).map((value) => (value / 100).toFixed(2));
  const anyItem = fc
    .integer({ min: 1, max: 1_000_000 })
    .map((value) => served({ unitValue: (value / 100).toFixed(2) }));
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 7 }), cents, cents, cents, cents, (items, ...amounts) => {
      const [base = '', stateValue = '', municipalValue = '', cbsValue = ''] = amounts;
      const ibsValue = money(decimal(stateValue).plus(decimal(municipalValue)));
      const whole = { ...ibsCbs, base, stateValue, municipalValue, ibsValue, cbsValue };
      const lines = withAuthorityAmounts(compute({ payload: serviceOf(items) }), { amounts: {}, ibsCbs: whole }).items;
      for (const name of ['base', 'stateValue', 'municipalValue', 'ibsValue', 'cbsValue'] as const) {
        expect(money(sum(lines.map((line) => decimal(line.ibsCbs?.[name]))))).toBe(whole[name]);
      }
      for (const { ibsCbs: line } of lines) {
        expect(line).toMatchObject({ stateRate: whole.stateRate, cbsRate: whole.cbsRate });
        expect(decimal(line?.ibsValue)).toEqual(decimal(line?.stateValue).plus(decimal(line?.municipalValue)));
      }
    }),
  );
});

test('a line that is given away has no part of IBS and CBS', () => {
  const items = [served({ unitValue: '100.00', discount: '100.00' }), served({ unitValue: '100.00' })];
  const { items: lines } = withAuthorityAmounts(compute({ payload: serviceOf(items) }), { amounts: {}, ibsCbs });
  expect(lines.map((line) => line.ibsCbs?.cbsValue)).toEqual(['0.00', '8.82']);
});
