import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../../simulator/certificates/a1.ts';
import type { Answer, SignedDps } from '../../support/sefin.ts';
import { ask, codes, packed, signedDps } from '../../support/sefin.ts';
import type { Started } from '../../support/start.ts';
import { start } from '../../support/start.ts';

let started: Started;
let issuer: A1Certificate;
let taker: A1Certificate;
let stranger: A1Certificate;
let dps: SignedDps;
let chNFSe: string;

beforeAll(async () => {
  started = await start();
  issuer = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  taker = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  stranger = await started.simulator.issueCertificate({ taxId: '45723174000110' });
  dps = signedDps(issuer);
  const body = { dpsXmlGZipB64: packed(dps.xml) };
  chNFSe = (await ask(started.simulator, { method: 'POST', path: '/nfse', certificate: issuer, body })).json
    .chaveAcesso;
});
afterAll(() => started.stop());

const get = (path: string, certificate = issuer, method: 'GET' | 'HEAD' = 'GET'): Promise<Answer> =>
  ask(started.simulator, { path, certificate, method });

test('a note is shown to its parties alone', async () => {
  expect((await get(`/nfse/${chNFSe}`, taker)).json.chaveAcesso).toBe(chNFSe);
  expect((await get(`/dps/${dps.id}`, taker)).json.chaveAcesso).toBe(chNFSe);
  expect((await get(`/nfse/${chNFSe}`, stranger)).status).toBe(403);
  expect((await get(`/dps/${dps.id}`, stranger)).status).toBe(403);
});

test('anybody may ask whether a DPS generated a note', async () => {
  const unknown = dps.id.replace(/1$/, '2');
  expect(await get(`/dps/${dps.id}`, stranger, 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect((await get(`/dps/${unknown}`, stranger, 'HEAD')).status).toBe(404);
  expect((await get('/dps/DPS1', stranger, 'HEAD')).status).toBe(400);
});

test('a key or an identifier that is wrong or unknown is refused in the small letters of queries', async () => {
  const short = await get('/nfse/123');
  expect(short).toMatchObject({
    status: 400,
    json: { erro: { codigo: 'E2406', descricao: 'A chave de acesso consultada deve conter 50 números.' } },
  });
  expect(await get(`/nfse/${chNFSe.slice(0, 49)}${(Number(chNFSe[49]) + 1) % 10}`)).toMatchObject({
    status: 404,
    json: { erro: { descricao: 'Chave de acesso não encontrada.' } },
  });
  const unknown = await get(`/dps/${dps.id.replace(/1$/, '2')}`);
  expect(unknown.status).toBe(404);
  expect(codes(unknown)).toEqual(['E2404']);
});
