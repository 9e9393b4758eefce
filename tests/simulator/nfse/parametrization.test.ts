import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import type { Answer } from '../support/nfse.ts';
import { ask } from '../support/nfse.ts';
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
