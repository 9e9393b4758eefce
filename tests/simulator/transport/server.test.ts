import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { simulatorSettings } from '../../../simulator/settings.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import type { Received } from '../support/client.ts';
import { all, code, envelope, post, send } from '../support/client.ts';
import { lot, signedNote } from '../support/note.ts';
import { consultation, statusRequest } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { foreignCertificate, start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

const status = (body: string | Buffer, contentType?: string): Promise<Received> =>
  post(started.simulator, {
    service: 'NfeStatusServico',
    certificate,
    body,
    ...(contentType !== undefined && { contentType }),
  });

test('every published address answers for its own state and environment', async () => {
  const { model55, cUF } = endpoints;
  const addresses = [
    [model55.RS.production.NfeStatusServico, cUF.RS, 1],
    [model55.SVRS.homologation.NfeStatusServico, cUF.SC, 2],
    [model55.SVAN.production.NfeStatusServico, cUF.MA, 1],
    [endpoints.model65.MG.homologation.NfeStatusServico, cUF.MG, 2],
  ] as const;
  for (const [url, state, tpAmb] of addresses) {
    const message = statusRequest(state, tpAmb);
    expect(code(await send(started.simulator, { service: 'NfeStatusServico', message, certificate, url }))).toBe(107);
  }
});

test('an address is also served below /host/path, in any case and with ?wsdl', async () => {
  const { host, pathname } = new URL(endpoints.model55.SP.homologation.NfeStatusServico);
  const url = `https://localhost/${host}${pathname.toUpperCase()}?wsdl`;
  const message = statusRequest();
  expect(code(await send(started.simulator, { service: 'NfeStatusServico', message, certificate, url }))).toBe(107);
});

test('a state or an environment of another address is refused', async () => {
  const ask = (message: string): Promise<Received> =>
    send(started.simulator, { service: 'NfeStatusServico', message, certificate });
  expect(code(await ask(statusRequest(41)))).toBe(410);
  expect(code(await ask(statusRequest(35, 1)))).toBe(252);
});

test('without a client certificate the web server lets nobody in', async () => {
  const message = statusRequest();
  const answer = await send(started.simulator, { service: 'NfeStatusServico', message, certificate: null });
  expect(answer.status).toBe(403);
});

test("another authority's certificate is not of a chain that is known here", async () => {
  const service = 'NfeStatusServico';
  const message = statusRequest();
  const foreign = await foreignCertificate({ taxId: '11222333000181' });
  expect(code(await send(started.simulator, { service, message, certificate: foreign }))).toBe(283);
});

test('an expired certificate and one without a known issuer are named by their codes', async () => {
  const message = statusRequest();
  const service = 'NfeStatusServico';
  const expired = await started.simulator.issueCertificate({
    taxId: '11222333000181',
    notAfter: '2020-01-01T00:00:00Z',
  });
  expect(code(await send(started.simulator, { service, message, certificate: expired }))).toBe(281);
  const broken = await started.simulator.issueCertificate({ taxId: '11222333000181', chain: 'broken' });
  expect(code(await send(started.simulator, { service, message, certificate: broken }))).toBe(283);
});

test('what is not SOAP 1.2, or not a message of the service, never reaches the service', async () => {
  expect((await status(envelope('NfeStatusServico', statusRequest()), 'text/xml')).status).toBe(415);
  const other = await status(envelope('NfeConsultaProtocolo', statusRequest()));
  expect(other.status).toBe(400);
  expect(other.body).toContain('soap:Sender');
  const nowhere = await send(started.simulator, {
    service: 'NfeStatusServico',
    message: statusRequest(),
    certificate,
    url: 'https://nfe.fazenda.sp.gov.br/ws/nothing.asmx',
  });
  expect(nowhere.status).toBe(404);
});

test('a message that is not well-formed, has a DTD or is not UTF-8 is refused as such', async () => {
  const good = envelope('NfeStatusServico', statusRequest());
  expect(code(await status(good.replace('</consStatServ>', '')))).toBe(243);
  expect(code(await status(good.replace('?>', '?><!DOCTYPE a [<!ENTITY e "x">]>')))).toBe(243);
  expect(code(await status(good.replace('encoding="utf-8"', 'encoding="iso-8859-1"')))).toBe(402);
  expect(code(await status(Buffer.from(good.replace('STATUS', 'STATUS\u00e9'), 'latin1')))).toBe(402);
});

test('a message above 500 KB is refused by its size', async () => {
  const large = envelope('NfeStatusServico', statusRequest().replace('STATUS', 'S'.repeat(600_000)));
  expect(code(await status(large))).toBe(214);
});

test('prefixes, other namespaces and white space between tags are refused before the schema is asked', async () => {
  const ask = (message: string): Promise<Received> => status(envelope('NfeStatusServico', message));
  const good = statusRequest();
  expect(
    code(await ask(good.replace(/<(\/?)consStatServ( xmlns)?/g, '<$1n:consStatServ$2').replace('xmlns=', 'xmlns:n='))),
  ).toBe(404);
  expect(code(await ask(good.replace('xmlns=', 'xmlns:xsi="urn:x" xmlns=')))).toBe(404);
  expect(code(await ask(good.replace('portalfiscal.inf.br/nfe', 'portalfiscal.inf.br/cte')))).toBe(587);
  expect(code(await ask(good.replace('<cUF>', '\n<cUF>')))).toBe(588);
  expect(code(await ask(` ${good}`))).toBe(588);
});

test('root, version and schema each have their code, and the schema names what it stumbled over', async () => {
  const ask = (message: string): Promise<Received> => status(envelope('NfeStatusServico', message));
  const good = statusRequest();
  expect(code(await ask(good.replaceAll('consStatServ', 'consStat')))).toBe(516);
  expect(code(await ask(good.replace(' versao="4.00"', '')))).toBe(517);
  expect(code(await ask(good.replace('4.00', '3.10')))).toBe(239);
  const wrong = await ask(good.replace('STATUS', 'ESTADO'));
  expect(code(wrong)).toBe(215);
  expect(all(wrong.body, 'xMotivo')[0]).toContain("'ESTADO'");
});

test('one note must be sent to be answered at once, several must not', async () => {
  const [one, two] = [signedNote(certificate, { number: 1 }), signedNote(certificate, { number: 2 })];
  const sent = (notes: (typeof one)[], indSinc: 0 | 1): Promise<Received> =>
    send(started.simulator, { service: 'NfeAutorizacao', message: lot(notes, indSinc), certificate });
  expect(code(await sent([one], 0))).toBe(452);
  expect(code(await sent([one, two], 1))).toBe(764);
  const malformed = await sent([{ ...one, xml: one.xml.replace('<natOp>', '<nat>').replace('</natOp>', '</nat>') }], 1);
  expect(code(malformed)).toBe(225);
});

test('a key is examined before anybody looks for it', async () => {
  const ask = (chNFe: string): Promise<Received> =>
    send(started.simulator, { service: 'NfeConsultaProtocolo', message: consultation(chNFe), certificate });
  const { chNFe } = signedNote(certificate, { number: 77 });
  expect(code(await ask(chNFe))).toBe(217);
  expect(code(await ask(`${chNFe.slice(0, 43)}${(Number(chNFe[43]) + 1) % 10}`))).toBe(236);
  expect(code(await ask(`99${chNFe.slice(2)}`))).toBe(614);
  expect(code(await ask(`${chNFe.slice(0, 4)}13${chNFe.slice(6)}`))).toBe(616);
  expect(code(await ask(`${chNFe.slice(0, 6)}11222333000182${chNFe.slice(20)}`))).toBe(617);
});

test('a busy port and missing schemas are said at the start', async () => {
  const schemas = simulatorSettings().schemas;
  const { port } = started.simulator;
  const state = await mkdtemp(join(tmpdir(), 'simulator-busy-'));
  await expect(startSimulator({ state, schemas, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(startSimulator({ state, schemas: [] })).rejects.toThrow('no official schemas');
  await rm(state, { recursive: true });
});
