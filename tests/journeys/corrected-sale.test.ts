import { afterAll, beforeAll, expect, test } from 'vitest';
import { decimal } from '../../domain/money.ts';
import { child, children, readXml, textOf } from '../../domain/xml/reader.ts';
import { demoClient } from '../../local/demo/companies.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { type Answer, startApi, type TestApi } from '../api/fixture.ts';
import { until } from '../support/checks/until.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

const path = '/v1/fiscal-documents';
/** A state registration of another company: its check digits are right, so that only the authority can refuse it. */
const registrationOfAnother = '110042490114';
const registration = '149626224113';

let installation: Installation;
let api: TestApi;
let key: string;
beforeAll(async () => {
  installation = await openInstallation();
  api = await startApi({ databaseUrl: installation.env.databaseUrl, temporal: installation.client });
  ({ key } = await installation.openCompany());
});
afterAll(async () => {
  await api.close();
  await installation.close();
});

test('a sale is refused before it is kept, kept as a draft that says why, corrected, rejected for what only the authority knows, corrected again and issued under its number', async () => {
  const refused = await call('POST', path, { ...faulty, emit: true });
  const faults = [
    { code: 'invalid_cfop', path: 'items[0].cfop', message: expect.stringContaining('5102') },
    { code: 'invalid_taxation', path: 'items[1].benefitCode', message: expect.stringContaining('rejeição 930') },
  ];
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_cfop', issues: faults } });
  expect((await call('GET', path)).body).toMatchObject({ data: [] });

  const draft = await call('POST', path, { ...faulty, emit: false });
  expect(draft).toMatchObject({ status: 201, body: { status: 'DRAFT', warnings: faults } });
  const one = `${path}/${String(draft.body['id'])}`;
  expect(await call('POST', `${one}/emit`)).toMatchObject({ status: 422, body: { issues: faults } });
  expect(await call('GET', one)).toMatchObject({ body: { status: 'DRAFT', number: 0 } });

  const half = await call('PATCH', one, { items: [{ ...coffee, cfop: '5102' }, filters] });
  expect(half).toMatchObject({ status: 200, body: { warnings: [faults[1]] } });
  const whole = await call('PATCH', one, { items: [{ ...coffee, cfop: '5102' }, exempt] });
  expect(whole).toMatchObject({ status: 200, body: { status: 'DRAFT', warnings: [] } });

  await installation.authority.control('PUT', '/scenario', { answer: { cStat: 234 }, times: 1 });
  expect(await call('POST', `${one}/emit`)).toMatchObject({ status: 202 });
  const rejected = await settled(one);
  expect(rejected).toMatchObject({
    status: 'REJECTED',
    cStat: '234',
    rejection: { field: 'client.stateRegistration' },
  });
  expect(rejected['number']).toBeGreaterThan(0);
  expect(JSON.stringify(rejected['rejection'])).not.toMatch(/inutiliz/i);

  const corrected = await call('PATCH', one, { client: { stateRegistration: registration } });
  expect(corrected).toMatchObject({ status: 200, body: { status: 'REJECTED', warnings: [] } });
  expect(await call('POST', `${one}/emit`)).toMatchObject({ status: 202 });
  const issued = await settled(one);
  expect(issued).toMatchObject({ status: 'AUTHORIZED', number: rejected['number'], totalValue: '350.00' });

  const infNFe = child(readXml((await call('GET', `${one}/xml`)).text), 'NFe', 'infNFe')!;
  expect({
    number: textOf(infNFe, 'ide', 'nNF'),
    registration: textOf(infNFe, 'dest', 'IE'),
    cfop: children(infNFe, 'det').map((det) => textOf(det, 'prod', 'CFOP')),
    benefit: children(infNFe, 'det').map((det) => textOf(det, 'prod', 'cBenef')),
    exempted: decimal(textOf(infNFe, 'total', 'ICMSTot', 'vICMSDeson')).toFixed(2),
  }).toEqual({
    number: String(rejected['number']),
    registration,
    cfop: ['5102', '5102'],
    benefit: [undefined, 'SP010010'],
    exempted: expect.not.stringMatching(/^0\.00$/),
  });

  // The number was drawn only once: the next sale gets the next number.
  const next = await call('POST', path, demoSale('pedido-78'));
  expect(await settled(`${path}/${String(next.body['id'])}`)).toMatchObject({
    status: 'AUTHORIZED',
    number: Number(rejected['number']) + 1,
  });
});

const [coffee, filters] = faultyItems();
/** What the second line lacks: the code and the reason of its exemption. */
const exempt = { ...filters, benefitCode: 'SP010010', icmsExemptionReason: '9' };
const faulty = {
  ...demoSale('pedido-77'),
  client: { ...demoClient, stateRegistration: registrationOfAnother },
  items: [coffee, filters],
};

/** Goods whose CFOP is interstate, to a client in the same state, and exempt goods without a benefit code. */
function faultyItems() {
  const [first, second] = demoSale('').items;
  return [
    { ...first, cfop: '6102' },
    { ...second, icmsSituation: '40' },
  ] as const;
}

function call(method: string, path: string, body?: unknown): Promise<Answer> {
  return api.call(method, path, { key, ...(body === undefined ? {} : { body }) });
}

/** The document once the authority has decided about it. */
function settled(one: string): Promise<Record<string, unknown>> {
  return until(`${one} is settled`, async () => {
    const { body } = await call('GET', one);
    return body['status'] !== 'PROCESSING' && body;
  });
}
