import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { envelope } from '../support/client.ts';
import { control } from '../support/control.ts';
import { lot, signedNote } from '../support/note.ts';
import { statusRequest } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const { model55, model65, cUF } = endpoints;

let started: Started;
let certificate: A1Certificate;
const agents: Agent[] = [];

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await control(started.simulator, 'DELETE', '/lines');
  await control(started.simulator, 'DELETE', '/clock');
});
afterAll(() => started.stop());

const cut = (authorizer: string, line: string, rest: object = {}): ReturnType<typeof control> =>
  control(started.simulator, 'PUT', `/lines/${authorizer}`, { line, ...rest });

function keeping(): Agent {
  const agent = new Agent({ keepAlive: true, maxCachedSessions: 0 });
  agents.push(agent);
  return agent;
}

type StatusRequest = { url?: string; agent?: Agent; state?: number; tpAmb?: number; body?: string; sni?: string };

/** The HTTP status, the code of the connection's error, or `silence` if nothing came for a while. */
function ask(asked: StatusRequest = {}): Promise<string> {
  const { url = model55.SP.homologation.NfeStatusServico, agent = keeping(), state = cUF.SP, tpAmb = 2 } = asked;
  const { host, pathname } = new URL(url);
  return new Promise((resolve) => {
    const sending = request({
      agent,
      host: '127.0.0.1',
      port: started.simulator.port,
      servername: asked.sni ?? host.replace(/:\d+$/, ''),
      path: asked.sni ? `/${host}${pathname}` : pathname,
      method: 'POST',
      ca: started.simulator.caPem,
      cert: certificate.certificate,
      key: certificate.key,
      headers: { host: asked.sni ?? host, 'content-type': 'application/soap+xml; charset=utf-8' },
    });
    const patience = setTimeout(() => {
      resolve('silence');
      sending.destroy();
    }, 700);
    sending.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(patience);
      resolve(error.code ?? error.message);
    });
    sending.on('response', (response) => {
      clearTimeout(patience);
      void text(response).then((body) => resolve(/<cStat>(\d+)/.exec(body)?.[1] ?? String(response.statusCode)));
    });
    sending.end(asked.body ?? envelope('NfeStatusServico', statusRequest(state, tpAmb)));
  });
}

test.each([
  ['REFUSED', 'ECONNRESET'],
  ['RESET', 'ECONNRESET'],
  ['BLACK_HOLE', 'silence'],
])('a line that is %s reaches nobody on new connections and on kept ones', async (line, seen) => {
  const kept = keeping();
  expect(await ask({ agent: kept })).toBe('107');
  await control(started.simulator, 'DELETE', '/exchanges');
  await cut('SP', line);
  expect(await ask()).toBe(seen);
  expect(await ask({ agent: kept })).toBe(seen);
  expect(await ask({ url: model55.SVRS.homologation.NfeStatusServico, state: cUF.SC })).toBe('107');
  const { json } = await control(started.simulator, 'GET', '/exchanges?authorizer=SP');
  expect(json).toEqual([]);
  await cut('SP', 'OPEN');
  expect(await ask()).toBe('107');
});

test('what is sent over a cut line is not registered', async () => {
  const note = signedNote(certificate, { number: 1 });
  const url = model55.SP.homologation.NfeAutorizacao;
  const body = envelope('NfeAutorizacao', lot([note]));
  for (const line of ['REFUSED', 'RESET', 'BLACK_HOLE']) {
    await cut('SP', line);
    await ask({ url, body });
  }
  expect((await control(started.simulator, 'GET', `/documents/${note.chNFe}`)).status).toBe(404);
});

test('a kept connection is reset when its line is cut, before anything is sent on it', async () => {
  const agent = keeping();
  await ask({ agent });
  const [free] = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
  const closed = new Promise((resolve) => free?.once('close', () => resolve('closed')));
  await cut('SP', 'REFUSED');
  expect(await closed).toBe('closed');
});

test('a line can be cut for one model or environment, and for a while', async () => {
  await cut('SP', 'REFUSED', { model: '65', environment: 'HOMOLOGATION', forSeconds: 60 });
  const url = model65.SP.homologation.NfeStatusServico;
  expect(await ask()).toBe('107');
  expect(await ask({ url })).toBe('ECONNRESET');
  expect(await ask({ url: model65.SP.production.NfeStatusServico, tpAmb: 1 })).toBe('107');
  await control(started.simulator, 'PUT', '/clock', { aheadSeconds: 61 });
  expect(await ask({ url })).toBe('107');
});

// The service of inutilization does not know a status question (400), but the answer shows that the message arrived.
test('where only some addresses of a host are cut, each request is told apart by its path', async () => {
  // RS's contingency (SVC-RS) shares all addresses of SVRS except that of inutilization.
  await cut('SVC-RS', 'REFUSED');
  const agent = keeping();
  expect(await ask({ agent, url: model55.SVRS.homologation.NfeInutilizacao })).toBe('400');
  expect(await ask({ agent, url: model55['SVC-RS'].homologation.NfeStatusServico, state: cUF.BA })).toBe('ECONNRESET');
});

test('addresses behind /host/path are cut by their path', async () => {
  const agent = keeping();
  await cut('SP', 'REFUSED');
  expect(await ask({ agent, sni: 'localhost' })).toBe('ECONNRESET');
  await cut('SP', 'BLACK_HOLE');
  expect(await ask({ agent, sni: 'localhost' })).toBe('silence');
  const url = model55.SVRS.homologation.NfeStatusServico;
  expect(await ask({ agent, sni: 'localhost', url, state: cUF.SC })).toBe('107');
});

test('the lines that were set are listed, and unknown names are refused', async () => {
  await cut('SVRS', 'RESET', { model: '65' });
  const { json } = await control(started.simulator, 'GET', '/lines');
  expect(json).toEqual([{ authorizer: 'SVRS', line: 'RESET', model: '65' }]);
  expect((await cut('XX', 'RESET')).status).toBe(400);
  expect((await cut('SP', 'GONE')).status).toBe(400);
});
