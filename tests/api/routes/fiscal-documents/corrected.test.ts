import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Document } from '../../../../domain/documents/document.entity.ts';
import { demoSale } from '../../../../local/demo/sales.ts';
import { until } from '../../../support/checks/until.ts';
import { type Installation, openInstallation } from '../../../support/servers/installation.ts';
import { startApi, type TestApi } from '../../fixture.ts';

let installation: Installation;
let api: TestApi;
let key: string;
beforeAll(async () => {
  installation = await openInstallation();
  const { env, client } = installation;
  [api, { key }] = await Promise.all([
    startApi({ temporal: client, databaseUrl: env.databaseUrl }),
    installation.openCompany(),
  ]);
});
afterEach(() => installation.authority.control('DELETE', '/scenario'));
afterAll(async () => {
  await api.close();
  await installation.close();
});

test('a sale that the authority refused is corrected and issued under its number, which no removal can leave unused', async () => {
  const id = await issued({}, 591);
  const rejected = await settled(id, 'REJECTED');
  expect(rejected.number).toBeGreaterThan(0);
  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  const { status, body } = await call('PATCH', `/${id}`, { client: { number: '200' } });
  expect({ status, warnings: body.warnings }).toEqual({ status: 200, warnings: [] });
  expect(await call('POST', `/${id}/emit`)).toMatchObject({ status: 202 });
  expect(await settled(id, 'AUTHORIZED')).toMatchObject({ number: rejected.number, series: rejected.series });
  expect(await xmlOf(id)).toContain('<nro>200</nro>');
  const next = await settled(await issued(), 'AUTHORIZED');
  expect(next.number).toBe(Number(rejected.number) + 1);
});

test('client and carrier that it names are printed as they are on record when it is emitted', async () => {
  const { client, ...sold } = demoSale('registro');
  const clientId = await record('/v1/clients', {
    ...client,
    document: '11.444.777/0001-61',
    stateRegistration: '110042490114',
  });
  const carrierId = await record('/v1/carriers', { name: 'Transportes Andorinha Ltda' });
  await record(`/v1/carriers/${carrierId}/vehicles`, { plate: 'ABC1D23', state: 'SP' });
  const draft = await call('POST', '', { ...sold, emit: false, clientId, transport: { carrierId } });
  expect(draft).toMatchObject({ status: 201, body: { warnings: [] } });
  await api.call('PATCH', `/v1/clients/${clientId}`, { key, body: { street: 'Rua do Cadastro' } });
  await api.call('PATCH', `/v1/carriers/${carrierId}`, { key, body: { name: 'Transportes Novos Ltda' } });
  const id = String(draft.body.id);
  expect(await call('POST', `/${id}/emit`)).toMatchObject({ status: 202 });
  await settled(id, 'AUTHORIZED');
  const xml = await xmlOf(id);
  expect(xml).toContain('<xLgr>Rua do Cadastro</xLgr>');
  expect(xml).toContain('<xNome>Transportes Novos Ltda</xNome>');
  expect(xml).toContain('<placa>ABC1D23</placa>');
});

test('a client that was sent inline, and a plate, stay as they were sent', async () => {
  const { client, ...sold } = demoSale('inline');
  const carrierId = await record('/v1/carriers', { name: 'Expresso Sabiá Ltda' });
  await record(`/v1/carriers/${carrierId}/vehicles`, { plate: 'AAA1A11', state: 'SP' });
  const transport = { carrierId, vehiclePlate: 'CCC3C33', vehicleState: 'SP' };
  const draft = await call('POST', '', {
    ...sold,
    emit: false,
    client: { ...client, street: 'Rua da Venda' },
    transport,
  });
  const id = String(draft.body.id);
  const { body } = await call('GET', `/${id}`);
  const { id: clientId } = body.client as { id: string };
  await api.call('PATCH', `/v1/clients/${clientId}`, { key, body: { street: 'Rua do Cadastro' } });
  expect(await call('POST', `/${id}/emit`)).toMatchObject({ status: 202 });
  await settled(id, 'AUTHORIZED');
  const xml = await xmlOf(id);
  expect(xml).toContain('<xLgr>Rua da Venda</xLgr>');
  expect(xml).toContain('<placa>CCC3C33</placa>');
});

/** Creates and emits a sale; the authority refuses it if a code is given. */
async function issued(changes: object = {}, cStat?: number): Promise<string> {
  if (cStat) {
    const scenario = { answer: { cStat }, times: 1, service: 'NfeAutorizacao' };
    await installation.authority.control('PUT', '/scenario', scenario);
  }
  const { status, body, text } = await call('POST', '', { ...demoSale(crypto.randomUUID()), ...changes });
  expect({ status, text }).toMatchObject({ status: 201 });
  return String(body.id);
}

async function settled(id: string, status: Document['status']): Promise<Record<string, unknown>> {
  const ended = await until(`${id} has ended`, async () => {
    const { body } = await call('GET', `/${id}`);
    return body.status === 'PROCESSING' ? null : body;
  });
  expect(ended).toMatchObject({ status });
  return ended;
}

async function xmlOf(id: string): Promise<string> {
  return (await call('GET', `/${id}/xml`)).text;
}

async function record(path: string, body: object): Promise<string> {
  const answer = await api.call('POST', path, { key, body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return String(answer.body.id);
}

function call(method: string, path: string, body?: object) {
  return api.call(method, `/v1/fiscal-documents${path}`, { key, body });
}
