import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { type OwnApi, startOwnApi } from '../api/own-api.ts';
import { lavraJson } from '../cli/lavra.ts';
import { until } from '../support/checks/until.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

const path = '/v1/fiscal-documents';

let installation: Installation;
let api: OwnApi;
let key: string;
let taxId: string;
beforeAll(async () => {
  installation = await openInstallation();
  const opened = await installation.openCompany({ stateRegistration: null, taxRegime: 'NORMAL', taxDefaults: {} });
  ({ key } = opened);
  ({ taxId } = opened.company);
  await installation.authority.control('PUT', `/taxpayers/${taxId}`, { state: 'SP', regTrib: 9, registrations: [] });
  const { env, client: temporal } = installation;
  api = await startOwnApi({ databaseUrl: env.databaseUrl, temporal, rates: shippedLawTables });
});
afterAll(async () => {
  await api?.close();
  await installation?.close();
});

/** A machine that the company used, sold to a company of the same city. */
const sale = (externalId: string) => ({
  ...demoSale(externalId),
  operationNature: 'Venda de ativo imobilizado',
  items: [
    {
      ...{ code: 'FRESA-1', description: 'Fresadora usada', ncm: '84596100', cfop: '5551', unit: 'UN' },
      ...{ quantity: '1', unitValue: '350.00', pisSituation: '08', cofinsSituation: '08' },
    },
  ],
});
const settled = (id: string) =>
  until('the note is settled', async () => {
    const { body } = await api.call('GET', `${path}/${id}`, { key });
    return body['status'] !== 'PROCESSING' && body;
  });

test('a service company sells a machine and takes it back: SVRS authorizes and cancels, whatever its state', async () => {
  const created = await api.call('POST', path, { key, body: sale('fresadora') });
  expect(created).toMatchObject({ status: 201, body: { status: 'PROCESSING' } });
  const id = String(created.body['id']);
  const issued = await settled(id);
  expect(issued).toMatchObject({ status: 'AUTHORIZED', rejectionReason: null });
  expect(String(issued['accessKey']).slice(0, 2)).toBe('35');
  expect(String(issued['protocolNumber']).slice(0, 3)).toBe('335'); // type digit of SVRS, cUF of São Paulo

  const { text } = await api.call('GET', `${path}/${id}/xml`, { key });
  expect(text).not.toMatch(/<ICMS>|<emit>.*<IE>.*<\/emit>/);
  expect(text).toContain('<IBSCBS>');

  const justification = 'Venda desfeita a pedido do cliente';
  const cancelled = await api.call('POST', `${path}/${id}/cancel`, { key, body: { justification } });
  expect(cancelled).toMatchObject({ status: 200, body: { success: true } });
  const exchanges = await installation.authority.control<{ service: string; authorizer: string }[]>(
    'GET',
    `/exchanges?chNFe=${String(issued['accessKey'])}`,
  );
  expect(exchanges.map(({ service, authorizer }) => [service, authorizer])).toEqual([
    ['NfeAutorizacao', 'SVRS'],
    ['RecepcaoEvento', 'SVRS'],
  ]);
});

test('an answer that was lost is asked for at SVRS', async () => {
  await installation.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', times: 1, drop: 'after' });
  const created = await api.call('POST', path, { key, body: sale('fresadora-2') });
  const issued = await settled(String(created.body['id']));
  expect(issued).toMatchObject({ status: 'AUTHORIZED' });
});

test.each([
  [{ cfop: '5102' }, 'items[0].cfop', /159/],
  [{ icmsSituation: '41' }, 'items[0].icmsSituation', /161/],
])('%o is refused in words', async (item, at, words) => {
  const [line] = sale('recusada').items;
  const refused = await api.call('POST', path, { key, body: { ...sale('recusada'), items: [{ ...line, ...item }] } });
  expect(refused.status).toBe(422);
  expect(refused.body['issues']).toContainEqual(
    expect.objectContaining({ path: at, message: expect.stringMatching(words) }),
  );
});

test('the doctor reaches SVRS as this company, and says what it may issue', async () => {
  const { env } = installation;
  const { answer } = await lavraJson(['doctor', '--company', taxId], {
    DATABASE_URL: env.databaseUrl,
    TEMPORAL_ADDRESS: env.temporal.address,
  });
  const { findings } = answer as { findings: { check: string; message: string }[] };
  const saidOf = (check: string) => findings.filter((found) => found.check === check).map(({ message }) => message);
  expect(saidOf('settings').join()).toMatch(/sem inscrição estadual: .*bens próprios/);
});
