import { constants } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { WireFault } from '../../../adapters/mutual-tls/wire-fault.ts';
import { createWire, type WireRequest, type WireOptions } from '../../../adapters/mutual-tls/wire.ts';
import { ownPorts } from '../../support/servers/own-ports.ts';
import { until } from '../../support/checks/until.ts';
import { certificationAuthority } from './certificates.ts';

const host = 'nfe.example.gov.br';
const url = `https://${host}/ws/NFeAutorizacao4.asmx?x=1`;
const trusted = certificationAuthority('Trusted');
const untrusted = certificationAuthority('Untrusted');
const serverCertificate = trusted.issue('server', [host]);
const acme = { ...trusted.issue('ACME'), fingerprint: 'acme' };
const umbrella = { ...trusted.issue('Umbrella'), fingerprint: 'umbrella' };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('a message goes out as the company, to the real name, and its answer comes back', async () => {
  const seen: IncomingMessage[] = [];
  const port = await authority(async (request, response) => {
    seen.push(request);
    response.end(`<ret>${peerOf(request)}: ${await bodyOf(request)}</ret>`);
  });
  const content = { type: contentType, body: '<ação/>' };
  const answer = await transport(port, { maxAnswerBytes: 5 }).say({ ...message, content, maxAnswerBytes: 30 });
  expect(answer).toEqual({ status: 200, body: '<ret>ACME: <ação/></ret>' });
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/ws/NFeAutorizacao4.asmx?x=1' });
  expect(seen[0]).toMatchObject({ headers: { host, 'content-type': contentType }, socket: { servername: host } });
});

test('a question is its address alone, and whatever status the caller awaits is its answer', async () => {
  const seen: IncomingMessage[] = [];
  const port = await authority(async (request, response) => {
    seen.push(request);
    response.writeHead(404).end(`{"asked":"${await bodyOf(request)}"}`);
  });
  const question: WireRequest = { method: 'GET', url, content: null, answers: [200, 404], identity: acme };
  expect(await transport(port).say(question)).toEqual({ status: 404, body: '{"asked":""}' });
  expect(seen[0]).toMatchObject({ method: 'GET', httpVersion: '1.1' });
  expect(seen[0]?.headers).not.toHaveProperty('content-type');
  const moved = { from: `https://${host}/ws`, to: `https://${host}/elsewhere` };
  await transport(port, { moved }).say(question);
  expect(seen[1]).toMatchObject({ url: '/elsewhere/NFeAutorizacao4.asmx?x=1' });
  const refused = { reason: 'http_status', sent: true, status: 404 };
  await expect(transport(port).say({ ...question, answers: [200] })).rejects.toMatchObject(refused);
});

test('a host that asks for the certificate only after the request, by renegotiation, gets it', async () => {
  const port = await authority(
    async (request, response) => {
      await bodyOf(request);
      const { socket } = request;
      if (!(socket instanceof TLSSocket)) throw new Error('not over TLS');
      socket.renegotiate({ requestCert: true, rejectUnauthorized: true }, () => response.end(peerOf(request)));
    },
    {
      requestCert: false,
      maxVersion: 'TLSv1.2',
      secureOptions: constants.SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION,
    },
  );
  expect(await transport(port).say(message)).toMatchObject({ body: 'ACME' });
});

test('a server of an authority we do not know is refused before anything is sent', async () => {
  const requests: unknown[] = [];
  const certificate = untrusted.issue('server', [host]);
  const port = await authority((request) => requests.push(request), serverOptions(certificate));
  await expect(transport(port).say(message)).rejects.toMatchObject({
    name: 'WireFault',
    reason: 'untrusted',
    sent: false,
    host,
  });
  expect(requests).toHaveLength(0);
});

test('a server whose certificate is for another name is refused before anything is sent', async () => {
  const requests: unknown[] = [];
  const certificate = trusted.issue('server', ['other.example.gov.br']);
  const port = await authority((request) => requests.push(request), serverOptions(certificate));
  await expect(transport(port).say(message)).rejects.toMatchObject({
    reason: 'untrusted',
    sent: false,
    detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(requests).toHaveLength(0);
});

test('a bundle may hold several authorities, and must hold one', async () => {
  const port = await authority((_, response) => response.end('<ret/>'));
  const caBundle = `${untrusted.certificatePem}\n# the authority's\n${trusted.certificatePem}`;
  expect(await transport(port, { caBundle }).say(message)).toMatchObject({ status: 200 });
  expect(() => transport(port, { caBundle: 'not a certificate' })).toThrow(TypeError);
});

test('a port where nobody listens means that nothing was sent', async () => {
  const [port = 0] = await ownPorts(1);
  await expect(transport(port).say(message)).rejects.toMatchObject({ reason: 'refused', sent: false });
});

test('a server that does not speak TLS means that nothing was sent', async () => {
  const port = await tcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(transport(port).say(message)).rejects.toMatchObject({ reason: 'tls', sent: false });
});

test('a server that hangs up during the handshake means that nothing was sent', async () => {
  const port = await tcpServer((socket) => socket.once('data', () => socket.destroy()));
  await expect(transport(port).say(message)).rejects.toMatchObject({ reason: 'reset', sent: false });
});

test('a message that was given up while connecting is not sent when the connection comes at last', async () => {
  const requests: unknown[] = [];
  const port = await authority((request) => requests.push(request));
  const held = Promise.withResolvers<Socket>();
  const gate = await tcpServer((socket) => held.resolve(socket));
  const posting = transport(gate, { timeoutMs: 200, connectTimeoutMs: 20_000 }).say(message);
  await expect(posting).rejects.toMatchObject({ reason: 'timeout', sent: false });
  const socket = await held.promise;
  const onwards = connect(port, '127.0.0.1');
  socket.pipe(onwards).pipe(socket);
  await once(socket, 'close');
  expect(requests).toHaveLength(0);
});

test('a connection that takes too long is distinguished from an answer that does', async () => {
  const port = await tcpServer(() => {});
  const posting = transport(port, { timeoutMs: 20_000, connectTimeoutMs: 200 }).say(message);
  await expect(posting).rejects.toMatchObject({ reason: 'connect_timeout', sent: false });
});

test('no answer within the deadline: the message may have arrived', async () => {
  const port = await authority(() => {});
  expect(await sentInVain(transport(port, { timeoutMs: 300 }))).toMatchObject({ reason: 'timeout', sent: true });
});

test('an answer that drips is cut at the same deadline', async () => {
  const port = await authority((_, response) => {
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  });
  expect(await sentInVain(transport(port, { timeoutMs: 400 }))).toMatchObject({ reason: 'timeout', sent: true });
});

test('a connection reset after the request: the message may have arrived', async () => {
  const port = await authority(async (request) => {
    await bodyOf(request);
    request.socket.destroy();
  });
  await expect(transport(port).say(message)).rejects.toMatchObject({ reason: 'reset', sent: true });
});

test.each([
  ['of a known length', { 'content-length': '1000' }],
  ['in chunks', {}],
])('an answer %s that breaks off is not an answer', async (_, headers) => {
  const port = await authority((request, response) => {
    response.writeHead(200, headers);
    response.write('<ret>half', () => request.socket.destroy());
  });
  await expect(transport(port).say(message)).rejects.toMatchObject({ reason: 'truncated', sent: true });
});

test('an answer that is too large is given up before it is whole, unless its message allows more', async () => {
  const port = await authority((_, response) => pour(response));
  const wire = transport(port, { maxAnswerBytes: 100_000 });
  await expect(wire.say(message)).rejects.toMatchObject({ reason: 'too_large', sent: true });
});

test.each([
  [500, 'http_status'],
  [503, 'http_status'],
  [302, 'http_status'],
  [403, 'forbidden'],
])('HTTP %i is a fault that keeps what came with it', async (status, reason) => {
  const port = await authority((_, response) => response.writeHead(status).end('<Fault/>'));
  await expect(transport(port).say(message)).rejects.toMatchObject({ reason, sent: true, status, answer: '<Fault/>' });
});

test('what is not HTTP is a fault after sending', async () => {
  const port = await authority((request) => request.socket.end('220 mail.example.com ESMTP\r\n'));
  await expect(transport(port).say(message)).rejects.toMatchObject({ reason: 'malformed', sent: true });
});

test('a kept socket that the server closes as we write is not tried again behind our back', async () => {
  let requests = 0;
  const port = await authority(async (request, response) => {
    requests += 1;
    if (requests > 1) return void request.socket.destroy();
    await bodyOf(request);
    response.end('<ret/>');
  });
  const carrier = transport(port);
  await carrier.say(message);
  await expect(carrier.say(message)).rejects.toMatchObject({ reason: 'reset', sent: true });
  expect(requests).toBe(2);
});

test('a kept socket that the server closed while idle is replaced', async () => {
  const sockets: Socket[] = [];
  const port = await authority((request, response) => {
    sockets.push(request.socket);
    response.end('<ret/>');
  });
  const carrier = transport(port);
  await carrier.say(message);
  sockets[0]?.end();
  if (sockets[0] && !sockets[0].closed) await once(sockets[0], 'close');
  await carrier.say(message);
  expect(new Set(sockets).size).toBe(2);
});

test('requests of one identity share a socket; two identities never do', async () => {
  const peers = new Map<Socket, Set<string>>();
  const port = await authority((request, response) => {
    peers.set(request.socket, (peers.get(request.socket) ?? new Set()).add(peerOf(request)));
    response.end(peerOf(request));
  });
  const carrier = transport(port);
  for (const identity of [acme, umbrella, acme, umbrella, acme]) {
    const answer = await carrier.say({ ...message, identity });
    expect(answer.body).toBe(identity === acme ? 'ACME' : 'Umbrella');
  }
  expect([...peers.values()].map((names) => [...names])).toEqual([['ACME'], ['Umbrella']]);
});

test('the sockets of the identity not used for longest are closed, and opened again when it comes back', async () => {
  const sockets: Socket[] = [];
  const port = await authority((request, response) => {
    sockets.push(request.socket);
    response.end(peerOf(request));
  });
  const carrier = transport(port, { maxIdentities: 1 });
  await carrier.say({ ...message, identity: acme });
  await carrier.say({ ...message, identity: umbrella });
  if (sockets[0] && !sockets[0].closed) await once(sockets[0], 'close');
  expect((await carrier.say({ ...message, identity: acme })).body).toBe('ACME');
  expect(new Set(sockets).size).toBe(3);
});

test('a key that does not belong to the certificate is a fault of ours', async () => {
  const identity = { ...acme, privateKeyPem: umbrella.privateKeyPem, fingerprint: 'mixed' };
  await expect(transport(1).say({ ...message, identity })).rejects.toMatchObject({ reason: 'identity', sent: false });
});

test('who asked may give up, before or after it was sent', async () => {
  const arrived = Promise.withResolvers<void>();
  const port = await authority(() => arrived.resolve());
  const abort = new AbortController();
  const posting = transport(port).say({ ...message, signal: abort.signal });
  await arrived.promise;
  abort.abort();
  await expect(posting).rejects.toMatchObject({ reason: 'cancelled', sent: true });
  const late = transport(port).say({ ...message, signal: abort.signal });
  await expect(late).rejects.toMatchObject({ reason: 'cancelled', sent: false });
});

const contentType = 'application/soap+xml; charset=utf-8; action="urn:authorize"';
const content = { type: contentType, body: '<a/>' };
const message: WireRequest = { method: 'POST', url, content, answers: [200], identity: acme };

/** A wire that connects to 127.0.0.1 under the name of the authority. */
function transport(port: number, options: Partial<WireOptions> = {}) {
  const address = { host: '127.0.0.1', port };
  const limits = { timeoutMs: 30_000, connectTimeoutMs: 30_000, maxAnswerBytes: 1_000_000 };
  const carrier = createWire({ caBundle: trusted.certificatePem, address, ...limits, ...options });
  closing.push(() => carrier.close());
  return carrier;
}

/** The fault of a message that was sent before its deadline. If connecting alone takes too long, the next message has a connection. */
function sentInVain(carrier: ReturnType<typeof transport>): Promise<unknown> {
  return until('a message that is sent', async () => {
    const fault: unknown = await carrier.say(message).catch((error: unknown) => error);
    return fault instanceof WireFault && fault.sent && fault;
  });
}

function serverOptions({ certificatePem, privateKeyPem } = serverCertificate): ServerOptions {
  return { cert: certificatePem, key: privateKeyPem, ca: trusted.certificatePem, requestCert: true };
}

async function authority(answer: (...exchange: Parameters<RequestListener>) => unknown, options: ServerOptions = {}) {
  const server = createServer({ ...serverOptions(), ...options }, (request, response) => {
    void answer(request, response);
  });
  server.keepAliveTimeout = 60_000;
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

async function tcpServer(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    closing.push(() => socket.destroy());
    onConnection(socket);
  });
  closing.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

function peerOf({ socket }: IncomingMessage): string {
  return socket instanceof TLSSocket ? String(socket.getPeerCertificate().subject.CN) : '';
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(request, 'end');
  return text;
}

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write('x'.repeat(10_000)));
  if (!response.destroyed) response.once('drain', () => pour(response));
}
