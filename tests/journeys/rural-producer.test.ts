import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { demoSale, demoService } from '../../local/demo/sales.ts';
import { type OwnApi, startOwnApi } from '../api/own-api.ts';
import { until } from '../support/checks/until.ts';
import { couponSale } from '../support/clients/till.ts';
import { openCompany } from '../support/rows/company.ts';
import { stateRegistrations } from '../support/samples/state-registrations.ts';
import { cpfOf } from '../support/samples/tax-ids.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

const documents = '/v1/fiscal-documents';
const taxId = cpfOf(123_456_789);

let installation: Installation;
let api: OwnApi;
let key: string;
beforeAll(async () => {
  installation = await openInstallation();
  const { env, orm, authority, parts, client: temporal } = installation;
  ({ key } = await openCompany({ orm, authority, masterKey: parts.masterKey, distributionWaitSeconds: 0 }, producer));
  api = await startOwnApi({ databaseUrl: env.databaseUrl, temporal, rates: shippedLawTables });
});
afterAll(async () => {
  await api?.close();
  await installation?.close();
});

/** A farm of Goiânia in its owner's name: its notes are in series 920 by default, and it also gives agronomic advice. */
const producer = {
  ...{ taxId, name: 'João da Silva', tradeName: 'Sítio Boa Vista', taxRegime: 'NORMAL' as const, cnae: null },
  stateRegistration: stateRegistrations['GO'] ?? '',
  address: {
    ...{ street: 'Rodovia GO-070', number: 'S/N', complement: 'km 12', neighborhood: 'Zona Rural' },
    ...{ municipalityCode: '5208707', city: 'Goiânia', state: 'GO', zipCode: '74000000' },
  },
  series: { '55': {}, '65': {} },
};

/** Taxes of a producer who need not pay IBS and CBS (LC 214/2025, art. 164); PIS and COFINS concern companies alone. */
const untaxed = {
  ...{ pisSituation: '08', cofinsSituation: '08' },
  ...{ ibsCbsSituation: '410', ibsCbsClassification: '410014' },
};
/** Soy of the producer's own, sold to a company of another state. */
const soy = (externalId: string) => ({
  ...demoSale(externalId),
  operationNature: 'Venda de produção do estabelecimento',
  items: [
    {
      ...{ code: 'SOJA', description: 'Soja em grãos', ncm: '12019000', cfop: '6101', unit: 'SC' },
      ...{ quantity: '10', unitValue: '35.00', icmsRate: '7.00', ...untaxed },
    },
  ],
});
/** Eggs at the farm's gate. */
const eggs = (externalId: string) => ({
  ...couponSale(externalId),
  items: [
    {
      ...{ code: 'OVOS', description: 'Ovos caipiras, dúzia', ncm: '04072100', cfop: '5101', unit: 'DZ' },
      ...{ quantity: '2', unitValue: '16.45', icmsRate: '19.00', ...untaxed },
    },
  ],
});

const call = (method: string, path: string, body?: object) => api.call(method, path, { key, ...(body && { body }) });
const settled = (id: string) =>
  until('the note is settled', async () => {
    const { body } = await call('GET', `${documents}/${id}`);
    return body['status'] !== 'PROCESSING' && body;
  });

async function sold(sale: object) {
  const created = await call('POST', documents, sale);
  expect(created).toMatchObject({ status: 201, body: { status: 'PROCESSING' } });
  const issued = await settled(String(created.body['id']));
  expect(issued).toMatchObject({ status: 'AUTHORIZED', rejectionReason: null });
  return { id: String(issued['id']), accessKey: String(issued['accessKey']), issued };
}
const xmlOf = async (id: string): Promise<string> => (await call('GET', `${documents}/${id}/xml`)).text;

test('a producer sells in series 920 with an e-CPF, corrects and cancels: the key has the CPF behind three zeros', async () => {
  const { id, accessKey, issued } = await sold(soy('soja'));
  expect(issued).toMatchObject({ series: 920, number: 1 });
  expect(accessKey.slice(6, 25)).toBe(`000${taxId}55920`);
  expect(await xmlOf(id)).toContain(`<emit><CPF>${taxId}</CPF><xNome>João da Silva</xNome>`);

  const correction = { correction: 'A placa do caminhão é ABC1D23' };
  expect(await call('POST', `${documents}/${id}/correction-letter`, correction)).toMatchObject({ status: 200 });
  const justification = 'Venda desfeita a pedido do comprador';
  expect(await call('POST', `${documents}/${id}/cancel`, { justification })).toMatchObject({ status: 200 });
  const exchanges = await installation.authority.control<{ service: string }[]>('GET', `/exchanges?chNFe=${accessKey}`);
  expect(exchanges.map(({ service }) => service)).toEqual(['NfeAutorizacao', 'RecepcaoEvento', 'RecepcaoEvento']);
});

test('an answer that was lost is asked for by the same key', async () => {
  await installation.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', times: 1, drop: 'after' });
  const { issued } = await sold(soy('soja-2'));
  expect(issued).toMatchObject({ series: 920, number: 2 });
});

test('a coupon has the QR code of version 3, and is cancelled by CPF', async () => {
  const { id, accessKey, issued } = await sold(eggs('ovos'));
  expect(issued).toMatchObject({ type: 'NFCE', series: 920, number: 1 });
  expect(await xmlOf(id)).toContain(`?p=${accessKey}|3|2<`);
  const justification = 'Cliente desistiu da compra';
  expect(await call('POST', `${documents}/${id}/cancel`, { justification })).toMatchObject({ status: 200 });
});

test('numbers cannot be given up by CPF, which is said before SEFAZ is asked', async () => {
  const justification = 'Números pulados na troca de sistema';
  const range = { series: 920, startNumber: 100, endNumber: 101, justification };
  const { status, body } = await call('POST', '/v1/fiscal-inutilizations', range);
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  expect(body['message']).toContain('rejeição 266');
});

test('a service is issued and cancelled by CPF', async () => {
  await installation.authority.control('PUT', '/cities/5208707', { agreement: { active: true, since: '2026-01-01' } });
  const { id, accessKey } = await sold(demoService('consulta'));
  expect(accessKey.slice(8, 23)).toBe(`1000${taxId}`);
  expect(await xmlOf(id)).toContain(`<prest><CPF>${taxId}</CPF>`);
  const { items, ...service } = demoService('com IRRF');
  const [item] = items;
  const refused = await call('POST', documents, { ...service, items: [{ ...item, irrfRate: '1.5' }] });
  expect(refused).toMatchObject({ status: 422, body: { issues: [{ path: 'items[0].irrfRate' }] } });
  const cancel = { justification: 'Serviço desfeito antes de começar', reason: '2' };
  expect(await call('POST', `${documents}/${id}/cancel`, cancel)).toMatchObject({ status: 200 });
});

test('without a state registration nothing of goods is issued by CPF', async () => {
  const { orm, authority, parts } = installation;
  const other = { ...producer, taxId: cpfOf(222_333_444), stateRegistration: null };
  const opened = await openCompany({ orm, authority, masterKey: parts.masterKey }, other);
  for (const body of [soy('sem-ie'), eggs('sem-ie-2')]) {
    const refused = await api.call('POST', documents, { key: opened.key, body });
    expect(refused.status).toBe(400);
    expect(refused.body['issues']).toContainEqual(
      expect.objectContaining({ path: 'company.stateRegistration', message: expect.stringMatching(/157/) }),
    );
  }
});

test('what others issue to the CPF is fetched, and answered by it', async () => {
  const suppliers = ['11444777000161', cpfOf(987_654_321)].map((one) => ({ taxId: one, state: 'GO' }));
  const [company, person] = suppliers;
  const mine = { recipient: { taxId, state: 'GO' }, total: '80.00' };
  const shared = { issuer: person, recipient: company, authorized: [taxId] };
  const notes = [...suppliers.map((issuer) => ({ ...mine, issuer })), shared];
  await installation.authority.control('POST', '/distribution', { notes });
  await until('a sync that is taken', async () => (await call('POST', '/v1/received-documents/sync')).status === 202);
  const received = await until('the notes came', async () => {
    const { body } = await call('GET', '/v1/received-documents');
    const found = body['data'] as { id: string; role: string; issuer: { taxId: string } }[];
    return found.length === notes.length && found;
  });
  const issuers = notes.map(({ issuer }) => issuer?.taxId);
  expect(received.map(({ issuer }) => issuer.taxId).toSorted()).toEqual(issuers.toSorted());
  const [whole, ...more] = received.filter(({ role }) => role === 'AUTHORIZED');
  expect(more).toEqual([]);
  const { body: detail } = await call('GET', `/v1/received-documents/${whole?.id ?? ''}`);
  expect(detail['signature']).toEqual({ status: 'VALID', reason: null }); // the certificate is hers, a person's
  for (const { id } of received.filter(({ role }) => role === 'RECIPIENT')) {
    const answer = await call('POST', `/v1/received-documents/${id}/manifestation`, { type: 'CIENCIA' });
    expect(answer).toMatchObject({ status: 200 });
  }
});
