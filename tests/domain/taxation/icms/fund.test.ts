import { expect, test } from 'vitest';
import { lawTables } from '../../../../domain/taxation/law-tables.ts';
import { compute, issuerOf, item, personIn, refusalOf, saleOf, taxpayerIn } from '../../documents/sale.ts';

const rio = issuerOf('NORMAL', {
  address: { ...issuerOf('NORMAL').settings.address, state: 'RJ', municipalityCode: '3304557' },
});
const taxed = saleOf([item({ icmsSituation: '00' })]);

test('a fund that falls on nearly all goods comes from the table, with the destination’s share', () => {
  const [line] = compute({ client: personIn('RJ'), payload: taxed }).items;
  expect(line?.taxation.fcpRate).toEqual({ value: '2.0000', source: 'TABLE' });
  expect(line?.difal).toMatchObject({ fcpRate: '2.0000', fcpValue: '20.00' });
  expect(line?.icms?.fcpValue).toBeNull();
});

test.each([
  { to: 'a consumer', client: personIn('RJ') },
  { to: 'a reseller', client: taxpayerIn('RJ') },
])('in Rio de Janeiro it falls on sales inside the state, also to $to', ({ client }) => {
  const [line] = compute({ issuer: rio, client, payload: taxed }).items;
  expect(line?.icms).toMatchObject({ rate: '20.0000', fcpRate: '2.0000', fcpValue: '20.00' });
});

test('it does not fall on what goes to a taxpayer of another state, nor in states whose fund is for certain goods', () => {
  const out = compute({ issuer: rio, client: taxpayerIn('MG'), payload: taxed }).items[0];
  const inside = compute({ client: personIn('SP'), payload: taxed }).items[0];
  const share = compute({ client: personIn('BA'), payload: taxed }).items[0];
  expect([out, inside, share].map((line) => line?.taxation.fcpRate)).toEqual([undefined, undefined, undefined]);
});

test.each(['40', '60', '90'])('situation %s charges no fund of its own', (icmsSituation) => {
  const exempt = icmsSituation === '40' ? { icmsExemptionReason: '9', icmsExemptedRate: '20' } : {};
  const payload = saleOf([item({ icmsSituation, cest: '2806400', ...exempt })]);
  const [line] = compute({ issuer: rio, client: taxpayerIn('RJ'), payload }).items;
  expect(line?.taxation.fcpRate).toBeUndefined();
});

test('a level that says zero leaves the goods out', () => {
  const payload = saleOf([item({ icmsSituation: '00', fcpRate: '0' })]);
  const [line] = compute({ issuer: rio, client: personIn('RJ'), payload }).items;
  expect(line?.icms).toMatchObject({ fcpRate: null, fcpValue: null });
  expect(compute({ client: personIn('RJ'), payload }).items[0]?.difal).toMatchObject({ fcpRate: null, fcpValue: null });
});

test('a fund for final consumers leaves resellers out', () => {
  const general = { rate: '1', internal: 'FINAL_CONSUMER' };
  const fcp = { source: 'x', states: { SP: [{ from: '2026-01-01', accepted: ['1'], general, law: 'x' }] } };
  const rates = lawTables({ fcp });
  const sale = (client: ReturnType<typeof personIn>) =>
    compute({ client, payload: taxed, rates }).items[0]?.icms?.fcpValue;
  expect([sale(personIn('SP')), sale(taxpayerIn('SP'))]).toEqual(['10.00', null]);
});

test.each([
  { what: 'of the own state', client: personIn('SP'), fcpRate: '4', cStat: '874', says: 'SP aceita FCP de 2%' },
  { what: 'of the destination', client: personIn('RJ'), fcpRate: '5', cStat: '874', says: 'RJ aceita FCP de até 4%' },
])('a rate $what that the authority does not take is refused before', ({ client, fcpRate, cStat, says }) => {
  const { code, issues } = refusalOf(() =>
    compute({ client, payload: saleOf([item({ icmsSituation: '00', fcpRate })]) }),
  );
  expect(code).toBe('invalid_taxation');
  expect(issues).toMatchObject([{ path: 'items[0].fcpRate', message: expect.stringContaining(says) }]);
  expect(issues[0]?.message).toContain(`rejeição ${cStat}`);
});

test('neither is one by substitution', () => {
  const taxes = { icmsSituation: '10', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '20', cest: '2806400' };
  const sell = (fcpStRate: string) =>
    compute({ client: taxpayerIn('RJ'), payload: saleOf([item({ ...taxes, fcpStRate })]) }).items[0]?.icms?.fcpStRate;
  expect(sell('2')).toBe('2.0000');
  expect(refusalOf(() => sell('4.5')).issues).toMatchObject([
    { path: 'items[0].fcpStRate', message: expect.stringContaining('rejeição 875') },
  ]);
});

test('a rate that the note does not print is not checked', () => {
  const payload = saleOf([item({ icmsSituation: '00', fcpRate: '4' })]);
  expect(compute({ client: taxpayerIn('BA'), payload }).items[0]?.icms?.fcpRate).toBeNull();
});
