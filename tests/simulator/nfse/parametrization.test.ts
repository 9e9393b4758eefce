import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { control } from '../support/control.ts';
import type { Answer } from '../support/sefin.ts';
import { ask } from '../support/sefin.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

const get = (path: string): Promise<Answer> =>
  ask(started.simulator, { path: `${endpoints.nfse.homologation.parametrization}${path}`, certificate });

test('a city says whether it takes part, and one without an agreement is not found', async () => {
  const active = { aderenteAmbienteNacional: 1, aderenteEmissorNacional: 1 };
  expect(await get('/3550308/convenio')).toMatchObject({ status: 200, json: { parametrosConvenio: active } });
  const inactive = { aderenteAmbienteNacional: 0, aderenteEmissorNacional: 0 };
  expect(await get('/4314902/convenio')).toMatchObject({ status: 200, json: { parametrosConvenio: inactive } });
  expect((await get('/2611606/convenio')).status).toBe(404);
});

test('rates are asked by the nine digits of a service with dots, and by a day on which the city took part', async () => {
  const rates = (Aliq: number, DtIni: string): object => ({
    aliquotas: { '01.07.01.000': [{ Aliq, DtIni, DtFim: null }] },
  });
  expect(await get('/3550308/01.07.01.000/2026-11-01/aliquota')).toMatchObject({
    status: 200,
    json: rates(2.9, '2023-01-01T00:00:00'),
  });
  expect((await get('/3550308/010701000/2026-11-01/aliquota')).json).toEqual({
    mensagem: 'O código do serviço deve ser composto por nove dígitos',
  });
  expect((await get('/3550308/01.07.01.000/11-2026/aliquota')).status).toBe(400);
  const none = { status: 404, json: { mensagem: 'Alíquotas não encontradas' } };
  expect(await get('/3106200/01.07.01.000/2026-11-01/aliquota')).toMatchObject(none);
  expect(await get('/2927408/01.07.01.000/2026-10-31/aliquota')).toMatchObject(none);
  expect(await get('/2927408/01.07.01.000/historicoaliquotas')).toMatchObject({
    status: 200,
    json: rates(5, '2026-11-01T00:00:00'),
  });
});

test('retentions and special regimes are answered, benefits are none', async () => {
  expect(await get('/3550308/2026-11-01/retencoes')).toMatchObject({
    status: 200,
    json: { retencoes: { artigoSexto: { habilitado: true }, retencoesMunicipais: [] } },
  });
  const regimes = await get('/3550308/01.07.01.000/2026-11-01/regimes_especiais');
  expect(regimes).toMatchObject({ status: 200, json: { regimesEspeciais: {} } });
  expect((await get('/3550308/35503080100001/2026-11-01/beneficio')).status).toBe(404);
});

test('a city is changed over the control port, and only in what is said', async () => {
  const change = { agreement: null };
  expect((await control(started.simulator, 'PUT', '/cities/3304557', change)).json).toMatchObject({
    cMun: '3304557',
    xMun: 'Rio de Janeiro',
    agreement: null,
    defaultRate: '5.00',
  });
  expect((await get('/3304557/convenio')).status).toBe(404);
  const rates = { rates: { '010701': '3.00' } };
  await control(started.simulator, 'PUT', '/cities/4106902', rates);
  expect((await get('/4106902/01.07.01.000/2026-11-01/aliquota')).body).toContain('"Aliq":3');
  expect((await control(started.simulator, 'PUT', '/cities/4106902', { defaultRate: 5 })).status).toBe(400);
  expect((await control(started.simulator, 'PUT', '/cities/curitiba', {})).status).toBe(400);
  expect((await control(started.simulator, 'GET', '/cities/9999999')).status).toBe(404);
  expect((await control(started.simulator, 'GET', '/cities')).json).toHaveLength(8);
});
