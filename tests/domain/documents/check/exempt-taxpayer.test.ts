import { expect, test } from 'vitest';
import { compute, item, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const exemptIn = (state: string) => ({
  ...taxpayerIn(state),
  stateRegistration: null,
  taxpayerType: 'ISENTO' as const,
});
const taxed = item({ icmsSituation: '00', icmsRate: '7' });
const untaxed = item({ icmsSituation: '40' });
const substituted = item({
  ...{ icmsSituation: '10', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest: '2806400' },
});

const retained = item({
  ...{ icmsSituation: '60', cest: '2806400', retainedSt: { base: '100', rate: '18', value: '5' } },
});

test.each(['SP', 'BA', 'RJ', 'MG'])('a taxpayer without registration is refused in %s, which has none', (state) => {
  const { code, issues } = refusalOf(() => compute({ client: exemptIn(state), payload: saleOf([taxed, untaxed]) }));
  expect(code).toBe('validation_error');
  expect(issues).toMatchObject([
    { path: 'client.taxpayerType', message: expect.stringMatching(/805.*NAO_CONTRIBUINTE/) },
  ]);
});

test.each([
  { where: 'in a state that has them', client: inSantaCatarina(), items: [taxed] },
  { where: 'where nothing is taxed', client: exemptIn('BA'), items: [untaxed] },
  { where: 'where ICMS-ST is charged', client: exemptIn('BA'), items: [taxed, substituted] },
  { where: 'where ICMS-ST was retained before', client: exemptIn('BA'), items: [taxed, retained] },
  { where: 'without an address', client: { ...exemptIn('SP'), address: null }, items: [taxed] },
])('such a recipient is taken $where', ({ client, items }) => {
  expect(compute({ client, payload: saleOf(items) }).recipient?.taxpayerType).toBe('ISENTO');
});

test('an NFC-e makes a consumer of it', () => {
  const payments = [{ method: 'CASH' as const, value: '1000.00' }];
  const payload = saleOf([item({ icmsSituation: '00' })], { type: 'NFCE', payments });
  expect(compute({ client: exemptIn('SP'), payload }).recipient?.taxpayerType).toBe('NAO_CONTRIBUINTE');
});

function inSantaCatarina() {
  const { address, ...client } = exemptIn('SP');
  return { ...client, address: { ...address, state: 'SC', municipalityCode: '4205407', city: 'Florianópolis' } };
}
