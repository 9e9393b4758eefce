import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createWire, type TlsIdentity, type Wire } from '../../../adapters/mutual-tls/wire.ts';
import type { Orm } from '../../../config/orm.ts';
import { agreementOf, type AgreementRequest } from '../../../operations/municipalities/agreement.ts';
import { certificationAuthority } from '../../adapters/mutual-tls/certificates.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

const trusted = certificationAuthority('Trusted');
const hosts = ['adn.producaorestrita.nfse.gov.br', 'adn.nfse.gov.br'];
const server = trusted.issue('adn', hosts);
const identity = { ...trusted.issue('ACME'), fingerprint: 'acme' };
const other = { ...trusted.issue('Umbrella'), fingerprint: 'umbrella' };

let orm: Orm;
beforeAll(async () => {
  orm = await patientOrm(byLogin(await testDatabase(), 'worker'));
});
afterAll(() => orm.close());
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const now = new Date('2026-11-22T12:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

let town = 3_500_000;
/** A request about a municipality that no other test asks about. */
function asking(change: Partial<AgreementRequest> = {}): AgreementRequest {
  town += 1;
  return {
    environment: 'HOMOLOGATION',
    municipality: String(town),
    identity,
    opSimpNac: '1',
    override: null,
    now,
    ...change,
  };
}

test('the service is asked as the company, and its answer is kept for a day', async () => {
  const asked: string[] = [];
  const wire = await service((request, response) => {
    const { socket } = request;
    const peer = socket instanceof TLSSocket ? String(socket.getPeerCertificate().subject.CN) : '';
    asked.push(`${peer} ${request.method} ${request.url}`);
    response.end(agreed(1));
  });
  const question = asking();
  const answered = { isActive: true, source: 'ASKED', asOf: now, message: null };
  expect(await agreementOf({ orm, wire }, question)).toEqual(answered);
  expect(await agreementOf({ orm, wire }, { ...question, now: later(23) })).toEqual({ ...answered, source: 'KEPT' });
  expect(asked).toEqual([`ACME GET /parametrizacao/${question.municipality}/convenio`]);
  const next = await agreementOf({ orm, wire }, { ...question, now: later(25) });
  expect(next).toEqual({ ...answered, asOf: later(25) });
  expect(asked).toHaveLength(2);
});

test('each environment has an answer of its own', async () => {
  const wire = await service((request, response) => {
    response.end(agreed(request.headers.host === 'adn.nfse.gov.br' ? 1 : 0));
  });
  const question = asking();
  expect(await agreementOf({ orm, wire }, question)).toMatchObject({ isActive: false });
  expect(await agreementOf({ orm, wire }, { ...question, environment: 'PRODUCTION' })).toMatchObject({
    isActive: true,
  });
  expect(await agreementOf({ orm, wire }, question)).toMatchObject({ isActive: false, source: 'KEPT' });
});

test('what the operator says stands before everything, and nobody is asked', async () => {
  const wire = await service((_request, response) => response.end(agreed(1)));
  const override = { isOnNationalSystem: false, asOf: '2026-11-03' };
  expect(await agreementOf({ orm, wire }, asking({ override }))).toEqual({
    isActive: false,
    source: 'SETTINGS',
    asOf: new Date('2026-11-03T00:00:00-03:00'),
    message: null,
  });
});

test('a municipality without an agreement is asked about again after an hour, and reported in the service’s words', async () => {
  const words = 'O convênio do município ainda não está ativo no Sistema Nacional da NFS-e';
  let answer = (respond: Parameters<RequestListener>[1]): unknown =>
    respond.writeHead(404).end(JSON.stringify({ mensagem: words }));
  const wire = await service((_request, response) => answer(response));
  const question = asking();
  expect(await agreementOf({ orm, wire }, question)).toMatchObject({
    isActive: false,
    source: 'ASKED',
    message: words,
  });
  answer = (respond) => respond.end(agreed(1));
  expect(await agreementOf({ orm, wire }, { ...question, now: later(0.9) })).toMatchObject({ isActive: false });
  expect(await agreementOf({ orm, wire }, { ...question, now: later(1.1) })).toMatchObject({ isActive: true });
});

test('who is in Simples may issue whatever the municipality agreed to: only the authority knows', async () => {
  const wire = await service((_request, response) => response.end(agreed(0)));
  const question = asking();
  expect(await agreementOf({ orm, wire }, { ...question, opSimpNac: '3' })).toMatchObject({ isActive: null });
  expect(await agreementOf({ orm, wire }, question)).toMatchObject({ isActive: false, source: 'KEPT' });
});

test.each<[string, RequestListener]>([
  ['breaks down', (_request, response) => void response.writeHead(500).end()],
  ['answers a page of its web server', (_request, response) => void response.writeHead(404).end('<html></html>')],
  ['refuses the certificate', (_request, response) => void response.writeHead(403).end()],
])('while the service %s the last answer stands, and without one nothing is known', async (_what, failing) => {
  let answer: RequestListener = (_request, response) => void response.end(agreed(1));
  const wire = await service((...exchange) => answer(...exchange));
  const [known, unknown] = [asking(), asking()];
  await agreementOf({ orm, wire }, known);
  answer = failing;
  expect(await agreementOf({ orm, wire }, { ...known, now: later(30) })).toEqual({
    isActive: true,
    source: 'KEPT',
    asOf: now,
    message: null,
  });
  expect(await agreementOf({ orm, wire }, unknown)).toEqual({
    isActive: null,
    source: 'UNKNOWN',
    asOf: null,
    message: null,
  });
});

test('a service that does not answer holds nobody up for long, and is left alone for a minute', async () => {
  let asked = 0;
  const wire = await service(() => (asked += 1));
  const question = asking();
  const started = Date.now();
  expect(await agreementOf({ orm, wire }, question)).toMatchObject({ source: 'UNKNOWN' });
  expect(Date.now() - started).toBeLessThan(60_000);
  expect(await agreementOf({ orm, wire }, { ...question, now: later(0.01) })).toMatchObject({ source: 'UNKNOWN' });
  expect(asked).toBe(1);
  await agreementOf({ orm, wire }, { ...question, identity: other });
  expect(asked).toBe(2);
  await agreementOf({ orm, wire }, { ...question, now: later(0.02) });
  expect(asked).toBe(3);
});

test('those who want to know the same at once share one question', async () => {
  let asked = 0;
  const wire = await service((_request, response) => {
    asked += 1;
    setTimeout(() => response.end(agreed(1)), 300);
  });
  const question = asking();
  const answers = await Promise.all(Array.from({ length: 5 }, () => agreementOf({ orm, wire }, question)));
  expect(answers.map(({ isActive, source }) => [isActive, source])).toEqual(Array(5).fill([true, 'ASKED']));
  expect(asked).toBe(1);
});

test('two processes may ask and answer at once', async () => {
  const wires = await Promise.all([1, 2].map(() => service((_request, response) => response.end(agreed(1)))));
  const question = asking();
  const answers = await Promise.all(wires.map((wire) => agreementOf({ orm, wire }, question)));
  expect(answers.map(({ isActive }) => isActive)).toEqual([true, true]);
});

function agreed(aderenteEmissorNacional: number): string {
  return JSON.stringify({ parametrosConvenio: { aderenteAmbienteNacional: 1, aderenteEmissorNacional } });
}

/** The parametrization service with these answers, and a connected wire to it: connecting takes seconds on a busy machine. */
async function service(answer: (...exchange: Parameters<RequestListener>) => unknown): Promise<Wire> {
  const { certificatePem, privateKeyPem } = server;
  const options = { cert: certificatePem, key: privateKeyPem, ca: trusted.certificatePem, requestCert: true };
  const listening = createServer(options, (request, response) => {
    if (request.url === '/') response.end();
    else void answer(request, response);
  });
  listening.keepAliveTimeout = 60_000;
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const address = { host: '127.0.0.1', port };
  const limits = { timeoutMs: 60_000, connectTimeoutMs: 60_000, maxAnswerBytes: 100_000 };
  const wire = createWire({ caBundle: trusted.certificatePem, address, ...limits });
  closing.push(
    () => listening.closeAllConnections(),
    () => listening.close(),
    () => wire.close(),
  );
  const greet = (host: string, who: TlsIdentity) =>
    wire.say({ method: 'GET', url: `https://${host}/`, content: null, answers: [200], identity: who });
  await Promise.all(hosts.flatMap((host) => [greet(host, identity), greet(host, other)]));
  return wire;
}
