import { afterAll, beforeAll, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import type { A1Certificate } from '../../../../simulator/certificates/a1.ts';
import type { Answer, Certificate } from '../../support/sefin.ts';
import { ask, codes, packed, signedDps } from '../../support/sefin.ts';
import type { Started } from '../../support/start.ts';
import { foreignCertificate, start } from '../../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let good: string;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  good = signedDps(certificate, { number: 7 }).xml;
});
afterAll(() => started.stop());

const post = (body: string | Buffer | object, who: Certificate | null = certificate): Promise<Answer> =>
  ask(started.simulator, { method: 'POST', path: '/nfse', certificate: who, body });
const sent = (xml: string | Buffer): Promise<Answer> => post({ dpsXmlGZipB64: packed(xml) });
const answered = async (xml: string | Buffer): Promise<string[]> => codes(await sent(xml));
const signed = async (edits: readonly (readonly [string | RegExp, string])[]): Promise<Answer> =>
  sent(signedDps(certificate, { number: 7, edits }).xml);

test('a channel without a certificate of the national infrastructure is not let in', async () => {
  expect(await post({}, null)).toMatchObject({ status: 403, type: 'text/html' });
  const foreign = await foreignCertificate({ taxId: '11222333000181' });
  expect(await post({}, foreign)).toMatchObject({ status: 403, json: { erros: [{ Codigo: 'E1205' }] } });
  const expired = await started.simulator.issueCertificate({
    taxId: '11222333000181',
    notAfter: '2020-01-01T00:00:00Z',
  });
  expect(await post({}, expired)).toMatchObject({ status: 403, json: { erros: [{ Codigo: 'E1203' }] } });
});

test('a channel of another company gets a 403 that says nothing; one of another establishment is the same company', async () => {
  const stranger = await started.simulator.issueCertificate({ taxId: '45723174000110' });
  const refused = await post({ dpsXmlGZipB64: packed(good) }, stranger);
  expect(refused).toMatchObject({ status: 403, type: 'text/html' });
  expect(refused.body).not.toMatch(/E\d{4}/);
  const branch = await started.simulator.issueCertificate({ taxId: '11222333000262' });
  expect((await post({ dpsXmlGZipB64: packed(good) }, branch)).status).toBe(201);
});

test('what cannot be unpacked is refused by what is wrong with it, in the capitals of emission', async () => {
  const refused = await post('{ not JSON');
  expect(refused).toMatchObject({ status: 400, type: 'application/json; charset=utf-8' });
  expect(refused.json).toMatchObject({ tipoAmbiente: 2, versaoAplicativo: 'SefinNacional_1.6.0' });
  expect(refused.json.erros[0]).toMatchObject({
    Codigo: 'E1225',
    Descricao: 'Falha na decodificação da base 64 da área de dados',
  });
  for (const text of ['***', 'AAAAA']) expect(codes(await post({ dpsXmlGZipB64: text }))).toEqual(['E1225']);
  expect(codes(await post({}))).toEqual(['E1226']);
  expect(codes(await post({ dpsXmlGZipB64: Buffer.from(good).toString('base64') }))).toEqual(['E1226']);
  expect(codes(await post({ dpsXmlGZipB64: gzipSync(good).subarray(0, 300).toString('base64') }))).toEqual(['E1226']);
  expect(await answered(good.replace('</DPS>', ''))).toEqual(['E1226']);
});

test('a bomb and a DTD are refused without being opened', async () => {
  // Well-formed XML, but too large unpacked.
  const bomb = Buffer.concat([Buffer.from(good), Buffer.alloc(16 * 1024 * 1024, ' ')]);
  expect(codes(await sent(bomb))).toEqual(['E1226']);
  expect(await answered(good.replace('?>', '?><!DOCTYPE DPS>'))).toEqual(['E1226']);
});

test('a request above 500 KB is not read', async () => {
  expect(await post('x'.repeat(501 * 1024))).toMatchObject({ status: 413, type: 'text/html' });
});

test('who issues is who tpEmit names, and only the provider may', async () => {
  const taker = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  const byTaker = signedDps(taker, {
    issuer: '11222333000181',
    edits: [['<tpEmit>1</tpEmit>', '<tpEmit>2</tpEmit><cMotivoEmisTI>4</cMotivoEmisTI>']],
  });
  expect(codes(await post({ dpsXmlGZipB64: packed(byTaker.xml) }, taker))).toEqual(['E9996']);
});

test('encoding, prefixes, root and schema are checked one after the other', async () => {
  const everythingWrong = good
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace('<DPS xmlns=', '<n:DPS xmlns:n=')
    .replace('</DPS>', '</n:DPS>');
  expect(await answered(everythingWrong)).toEqual(['E1229']);
  expect(await answered(good.replace('UTF-8', 'ISO-8859-1'))).toEqual(['E1229']);
  expect(await answered(Buffer.from(good, 'latin1'))).toEqual(['E1229']);
  expect(await answered(`<?xml version="1.0" encoding="utf-8"?>${everythingWrong}`)).toEqual(['E1228']);
  expect(await answered(good.replace(/DPS(?= xmlns|>$)/g, 'Dps'))).toEqual(['E1242']);
  const { json } = await signed([['<tpEmit>1</tpEmit>', '']]);
  expect(json.erros).toMatchObject([{ Codigo: 'E1235' }]);
  expect(json.erros[0]?.Complemento).toContain('cLocEmi');
});

test('a signature is checked after the schema: that there is one, its certificate, its values, its holder', async () => {
  expect(await answered(good.replace(/<Signature.*<\/Signature>/s, ''))).toEqual(['E0717']);
  expect(await answered(good.replace('Suporte técnico', 'Suporte remoto'))).toEqual(['E0714']);
  expect(await answered(good.replace(/(?<=<SignatureValue>)./, (one) => (one === 'A' ? 'B' : 'A')))).toEqual(['E0714']);
  expect(await answered(good.replace(/URI="#[^"]*"/, 'URI=""'))).toEqual(['E0714']);
  const by = (who: A1Certificate): string => signedDps(who, { number: 7, issuer: '11222333000181' }).xml;
  const order = { taxId: '11222333000181', notAfter: '2020-01-01T00:00:00Z' };
  expect(await answered(by(await started.simulator.issueCertificate(order)))).toEqual(['E0715']);
  const broken = await started.simulator.issueCertificate({ taxId: '11222333000181', chain: 'broken' });
  expect(await answered(by(broken))).toEqual(['E0715']);
  const other = await started.simulator.issueCertificate({ taxId: '45723174000110' });
  expect(await answered(by(other))).toEqual(['E0718']);
});

test('what was never published is the page of a web server, what has moved says so', async () => {
  const get = (path: string): Promise<Answer> => ask(started.simulator, { path, certificate });
  expect(await get('/nothing')).toMatchObject({ status: 404, type: 'text/html' });
  expect((await get('/nfse')).status).toBe(405);
  for (const path of ['/DANFSe', '/ParametrosMunicipais']) expect((await get(path)).status).toBe(501);
  const decision = { method: 'POST', path: '/decisao-judicial/nfse', certificate, body: {} } as const;
  expect((await ask(started.simulator, decision)).status).toBe(501);
  expect((await get('https://adn.producaorestrita.nfse.gov.br/danfse/1')).status).toBe(404);
});
