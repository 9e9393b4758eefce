import { generateKeyPairSync } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Credentials, makeCertificate } from '../../../simulator/certificates/certificate.ts';
import { delivery, openStage, type Stage } from './receivers.ts';

const host = 'erp.example.com';
const trusted = getCACertificates('default');
const authority = root('An authority that is trusted');
let stage: Stage;

beforeAll(() => setDefaultCACertificates([...trusted, authority.certificate]));
afterAll(() => setDefaultCACertificates(trusted));
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

test('a receiver with a certificate of its name gets its delivery, over one connection', async () => {
  const ports = new Set<number | undefined>();
  const url = await receiver(server({}), (port) => ports.add(port));
  const deliverer = stage.deliverer({ names: async () => ['127.0.0.1'] });
  for (let round = 0; round < 3; round += 1) {
    expect(await deliverer.deliver(delivery(url))).toMatchObject({ ok: true, body: 'ok', error: null });
  }
  expect(ports.size).toBe(1);
});

test.each([
  ['has expired', () => server({ notBefore: days(-90), notAfter: days(-1) }), 'está vencido'],
  ['is not valid yet', () => server({ notBefore: days(1), notAfter: days(90) }), 'ainda não é válido'],
  ['is of another name', () => server({ name: 'crm.example.com' }), 'é de outro nome'],
  ['signs itself', () => root(host), 'é autoassinado'],
  [
    'is of an authority that nobody knows',
    () => server({ issuer: root('Nobody') }),
    'incompleta ou vem de uma autoridade',
  ],
])('nothing is posted where the certificate %s', async (_what, certified, words) => {
  let posts = 0;
  const url = await receiver(certified(), () => (posts += 1));
  const outcome = await stage.deliverer({ names: async () => ['127.0.0.1'] }).deliver(delivery(url));
  expect(outcome).toMatchObject({ ok: false, status: null, body: null, error: expect.stringContaining(words) });
  expect(posts).toBe(0);
});

test('a receiver that speaks no TLS is reported as such', async () => {
  const { port } = new URL(await stage.receiver((_request, response) => response.end()));
  const outcome = await stage.deliverer().deliver(delivery(`https://127.0.0.1:${port}/`));
  expect(outcome.error).toBe('Não foi possível abrir uma conexão TLS com o endereço.');
});

test('a receiver that never finishes the TLS handshake ends at the deadline', async () => {
  const { port } = new URL(await stage.socketReceiver(() => {}));
  const outcome = await stage.deliverer({ timeoutMs: 300 }).deliver(delivery(`https://127.0.0.1:${port}/`));
  expect(outcome.error).toBe('Sem resposta completa em 0.3 s.');
  expect(outcome.durationMs).toBeLessThan(9_000);
});

test('a kept TLS connection that its receiver closes as it is used again does not fail a delivery', async () => {
  let posts = 0;
  const url = await receiver(server({}), (_port, close) => {
    posts += 1;
    if (posts === 2) close();
  });
  const deliverer = stage.deliverer({ names: async () => ['127.0.0.1'] });
  await deliverer.deliver(delivery(url));
  expect(await deliverer.deliver(delivery(url))).toMatchObject({ ok: true });
  expect(posts).toBe(3);
});

/** An HTTPS receiver of `host`; its URL. */
async function receiver(
  { certificate, key }: Credentials,
  take: (port: number | undefined, close: () => void) => void,
): Promise<string> {
  const url = await stage.tlsReceiver({ cert: certificate, key }, (request, response) => {
    take(request.socket.remotePort, () => request.socket.destroy());
    if (!request.socket.destroyed) response.end('ok');
  });
  return `https://${host}:${new URL(url).port}/hook`;
}

type CertificateOptions = { name?: string; notBefore?: Date; notAfter?: Date; issuer?: Credentials };

function server({
  name = host,
  notBefore = days(-1),
  notAfter = days(1),
  issuer = authority,
}: CertificateOptions): Credentials {
  const key = newKey();
  const extensions = [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }];
  const certificate = makeCertificate({ key, units: [], commonName: name, notBefore, notAfter, extensions, issuer });
  return { certificate, key };
}

function root(commonName: string): Credentials {
  const key = newKey();
  const extensions = [{ name: 'basicConstraints', cA: true, critical: true }];
  const wanted = { key, units: [], commonName, notBefore: days(-100), notAfter: days(100), extensions };
  return { certificate: makeCertificate(wanted), key };
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

function days(count: number): Date {
  return new Date(Date.now() + count * 86_400_000);
}
