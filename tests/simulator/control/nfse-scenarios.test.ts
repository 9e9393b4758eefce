import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { gunzipSync } from 'node:zlib';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { simulatorSettings } from '../../../simulator/settings.ts';
import { openSchemas } from '../../../simulator/xml/schemas.ts';
import { control } from '../support/control.ts';
import type { Answer, SignedDps } from '../support/sefin.ts';
import { ask, codes, eventRequest, packed, signedDps, unpacked } from '../support/sefin.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterEach(() => control(started.simulator, 'DELETE', '/scenario'));
afterAll(() => started.stop());

function next(): SignedDps {
  number += 1;
  return signedDps(certificate, { number });
}
const scenario = (rules: unknown): Promise<{ status: number; json: unknown }> =>
  control(started.simulator, 'PUT', '/scenario', rules);
const emit = ({ xml }: SignedDps): Promise<Answer> =>
  ask(started.simulator, { method: 'POST', path: '/nfse', certificate, body: { dpsXmlGZipB64: packed(xml) } });
const found = ({ id }: SignedDps): Promise<Answer> => ask(started.simulator, { path: `/dps/${id}`, certificate });
const exchanges = async (id: string): Promise<unknown> =>
  (await control(started.simulator, 'GET', `/exchanges?id=${id}`)).json;

test('an answer that is lost after the note was generated leaves the note generated', async () => {
  const dps = next();
  await scenario({ drop: 'after', id: dps.id, times: 1 });
  await expect(emit(dps)).rejects.toThrow('socket hang up');
  const { chaveAcesso } = (await found(dps)).json;
  const sha256 = createHash('sha256').update(dps.xml).digest('hex');
  expect(await exchanges(dps.id)).toMatchObject([
    { service: 'NfseEmissao', cStat: 100, chNFSe: chaveAcesso, sha256, outcome: 'dropped' },
    { service: 'DpsConsulta', cStat: 100, chNFSe: chaveAcesso, outcome: 'answered' },
  ]);
});

test('a request that is cut off before it is checked leaves nothing', async () => {
  const dps = next();
  await scenario([
    { drop: 'before', service: 'NfseEmissao', times: 1 },
    { reset: true, cnpj: '11222333000181', times: 1 },
  ]);
  await expect(emit(dps)).rejects.toThrow('socket hang up');
  await expect(emit(dps)).rejects.toThrow('ECONNRESET');
  expect((await found(dps)).status).toBe(404);
  expect((await emit(dps)).status).toBe(201);
});

test('an HTTP error is a page, for whom it was meant, and latency passes', async () => {
  const dps = next();
  await scenario([
    { httpStatus: 429, service: 'NfseEmissao', times: 1 },
    { latencyMs: 300, service: 'NfseEmissao', times: 1 },
  ]);
  expect((await found(dps)).status).toBe(404);
  expect(await emit(dps)).toMatchObject({ status: 429, type: 'text/html' });
  const before = performance.now();
  expect((await emit(dps)).status).toBe(201);
  expect(performance.now() - before).toBeGreaterThan(290);
});

test('a request that hangs is never answered', async () => {
  await scenario({ hang: true, service: 'NfseEmissao' });
  const hanging = emit(next()).catch(() => 'cut off');
  expect(await Promise.race([hanging, found(next()).then(() => 'another answer')])).toBe('another answer');
  await started.restart();
  expect(await hanging).toBe('cut off');
});

test('a chosen code refuses what is in order, and nothing is generated', async () => {
  const [one, other] = [next(), next()];
  await scenario({ nfse: { refuse: 'E0312', description: 'O município não administra o serviço.' }, id: one.id });
  const refused = await emit(one);
  expect(refused).toMatchObject({ status: 400, json: { idDPS: one.id } });
  expect(refused.json.erros).toEqual([{ Codigo: 'E0312', Descricao: 'O município não administra o serviço.' }]);
  expect((await emit(other)).status).toBe(201);
  expect((await found(one)).status).toBe(404);
  expect(await exchanges(one.id)).toMatchObject([{ cStat: 'E0312' }, { cStat: 'E2404' }]);
  const faulty = { ...one, xml: one.xml.replace('Suporte técnico', 'Suporte remoto') };
  expect(codes(await emit(faulty))).toEqual(['E0714']);
});

test('a system that has stopped says so to everybody, in the form of each operation', async () => {
  await scenario({ nfse: { refuse: 'E1217' } });
  const stopped = await emit(next());
  expect(stopped.json.erros).toEqual([{ Codigo: 'E1217', Descricao: 'Serviço paralisado para manutenção' }]);
  expect((await found(next())).json).toMatchObject({ erro: { codigo: 'E1217' } });
});

test('a chosen code for events leaves the note as it was', async () => {
  const chNFSe = (await emit(next())).json.chaveAcesso;
  await scenario({ nfse: { refuse: 'E0822' }, service: 'NfseEvento', chNFSe, times: 1 });
  const cancel = (): Promise<Answer> =>
    ask(started.simulator, {
      method: 'POST',
      path: `/nfse/${chNFSe}/eventos`,
      certificate,
      body: { pedidoRegistroEventoXmlGZipB64: packed(eventRequest(certificate, { chNFSe })) },
    });
  expect(codes(await cancel())).toEqual(['E0822']);
  expect((await cancel()).status).toBe(201);
});

test('an answer may be spoilt, while what was generated is sound', async () => {
  const spoilt = async (answer: string): Promise<{ dps: SignedDps; answer: Answer }> => {
    const dps = next();
    await scenario({ nfse: { answer }, id: dps.id, times: 1 });
    return { dps, answer: await emit(dps) };
  };
  const withoutKey = await spoilt('withoutKey');
  expect(withoutKey.answer.status).toBe(201);
  expect(withoutKey.answer.json.chaveAcesso).toBeUndefined();
  const { chaveAcesso } = (await found(withoutKey.dps)).json;

  const page = await spoilt('page');
  expect(page.answer).toMatchObject({ status: 200, type: 'text/html', body: expect.stringContaining('<html>') });
  expect((await found(page.dps)).json.chaveAcesso).toHaveLength(50);

  const truncated = (await spoilt('truncatedGzip')).answer.json;
  expect(truncated.chaveAcesso).toHaveLength(50);
  expect(() => unpacked(truncated.nfseXmlGZipB64)).toThrow('unexpected end of file');
  const bomb = Buffer.from((await spoilt('bomb')).answer.json.nfseXmlGZipB64, 'base64');
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(() => gunzipSync(bomb, { maxOutputLength: 100_000_000 })).toThrow('Cannot create a Buffer larger than');
  expect(unpacked((await spoilt('dtd')).answer.json.nfseXmlGZipB64)).toContain('<!DOCTYPE');
  const another = (await spoilt('anotherNote')).answer.json;
  expect(unpacked(another.nfseXmlGZipB64)).not.toContain(another.chaveAcesso);
  const whole = await ask(started.simulator, { path: `/nfse/${chaveAcesso}`, certificate });
  expect(unpacked(whole.json.nfseXmlGZipB64)).toContain(chaveAcesso);
});

test('a rule for the national NFS-e that means nothing is refused', async () => {
  expect((await scenario({ nfse: { refuse: '539' } })).status).toBe(400);
  expect((await scenario({ nfse: { answer: 'nonsense' } })).status).toBe(400);
  expect((await scenario({ nfse: {} })).status).toBe(400);
});

test('what was generated can be looked at by key, by DPS and by issuer', async () => {
  const dps = next();
  const { chaveAcesso, nfseXmlGZipB64 } = (await emit(dps)).json;
  const wanted = { chNFSe: chaveAcesso, idDps: dps.id, cStat: 100, issuer: '11222333000181', taker: '11444777000161' };
  const byKey = await control(started.simulator, 'GET', `/nfse/${chaveAcesso}`);
  expect(byKey.json).toMatchObject({ ...wanted, xml: unpacked(nfseXmlGZipB64), events: [] });
  expect((await control(started.simulator, 'GET', `/dps/${dps.id}`)).json).toEqual(byKey.json);
  const ofIssuer = await control(started.simulator, 'GET', '/nfse?cnpj=11222333000181');
  expect((ofIssuer.json as unknown[]).at(-1)).toMatchObject(wanted);
  expect((await control(started.simulator, 'GET', '/nfse?cnpj=45723174000110')).json).toEqual([]);
  expect((await control(started.simulator, 'GET', `/nfse/${'1'.repeat(50)}`)).status).toBe(404);
});

test('a note can end elsewhere: on the portal, or by its city', async () => {
  for (const tpEvento of ['101101', '305101']) {
    const { chaveAcesso } = (await emit(next())).json;
    const path = `/nfse/${chaveAcesso}/events`;
    expect((await control(started.simulator, 'POST', path, { tpEvento })).json).toMatchObject({
      events: [{ tpEvento, xml: expect.stringContaining(`Id="EVT${chaveAcesso}${tpEvento}001"`) as unknown }],
    });
    const { json } = await ask(started.simulator, { path: `/nfse/${chaveAcesso}/eventos/${tpEvento}/1`, certificate });
    expect(isValidEvent(unpacked(Buffer.from(json.eventos[0]?.arquivoXml ?? '', 'base64').toString('utf8')))).toBe(
      true,
    );
    expect((await control(started.simulator, 'POST', path, { tpEvento: '105104' })).status).toBe(400);
  }
  const unknown = `/nfse/${'1'.repeat(50)}/events`;
  expect((await control(started.simulator, 'POST', unknown, { tpEvento: '101101' })).status).toBe(404);
});

function isValidEvent(xml: string): boolean {
  const schemas = openSchemas(simulatorSettings().schemas, new Date());
  try {
    return schemas.faultOf('evento_v1.01.xsd', xml) === undefined;
  } finally {
    schemas.close();
  }
}
