import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConnections } from '../../../adapters/outbound/connections.ts';
import { AddressRefused } from '../../../adapters/outbound/guard.ts';
import { hostileUrls, insideAddresses } from './hostile-urls.ts';
import { delivery, openStage, type Stage } from './receivers.ts';

const refusal = new AddressRefused().message;
const keptAlive = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

test('nothing is even looked up for a hostile URL that got past its registration', async () => {
  const asked: string[] = [];
  const deliverer = stage.deliverer({ allowLocal: false, names: async (name) => (asked.push(name), ['127.0.0.1']) });
  const outcomes = await Promise.all(hostileUrls.map(([url]) => deliverer.deliver(delivery(url))));
  expect(new Set(outcomes.map(({ error }) => error))).toEqual(new Set([refusal]));
  expect(outcomes.every(({ ok, status, body }) => !ok && status === null && body === null)).toBe(true);
  expect(asked).toEqual([]);
});

test('whatever inside address a name resolves to, its owner reads the same words', async () => {
  const names = async (name: string) => [insideAddresses[Number(/^h(\d+)/.exec(name)?.[1])]?.[0] ?? ''];
  const deliverer = stage.deliverer({ allowLocal: false, names });
  const outcomes = await Promise.all(
    insideAddresses.map((_address, index) => deliverer.deliver(delivery(`https://h${index}.example.com/`))),
  );
  expect(new Set(outcomes.map(({ error }) => error))).toEqual(new Set([refusal]));
});

test('a name that resolves to this machine is not connected to', async () => {
  let visits = 0;
  const { port } = new URL(await stage.socketReceiver(() => (visits += 1)));
  const deliverer = stage.deliverer({ allowLocal: false, ports: [Number(port)], names: async () => ['127.0.0.1'] });
  const outcome = await deliverer.deliver(delivery(`https://example.com:${port}/`));
  expect(outcome).toMatchObject({ ok: false, status: null, error: refusal });
  expect(visits).toBe(0);
});

test('an inside address in a URL is refused by the socket too, which looks no name up for it', async () => {
  const connections = createConnections({ allowLocal: false, timeoutMs: 30_000 }, async () => []);
  for (const [address] of insideAddresses) {
    const { client } = connections.open(`https://${address.includes(':') ? `[${address}]` : address}`);
    await expect(client.request({ path: '/', method: 'GET' })).rejects.toBeInstanceOf(AddressRefused);
  }
  await connections.close();
});

test('a name is looked up once for each connection, and what was found is what is connected to', async () => {
  const hosts: unknown[] = [];
  const url = await stage.receiver((request, response) => {
    hosts.push(request.headers.host);
    response.writeHead(200, { connection: 'close' }).end();
  });
  const { port } = new URL(url);
  const answers = [['127.0.0.1'], ['127.0.0.1'], ['10.0.0.1']];
  const deliverer = stage.deliverer({ names: async () => answers.shift() ?? [] });
  const outcomes = [];
  for (let round = 0; round < 3; round += 1) {
    outcomes.push(await deliverer.deliver(delivery(`http://erp.example.com:${port}/hook`)));
  }
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false]);
  expect(outcomes[2]?.error).toBe(refusal);
  expect(hosts).toEqual([`erp.example.com:${port}`, `erp.example.com:${port}`]);
});

test('where one address of a name does not accept, the next is tried', async () => {
  const { port } = new URL(await stage.receiver((_request, response) => response.end()));
  const deliverer = stage.deliverer({ names: async () => ['127.0.0.2', '127.0.0.1'] });
  expect(await deliverer.deliver(delivery(`http://erp.example.com:${port}/hook`))).toMatchObject({ ok: true });
});

test('an endpoint that hangs takes no connection from another of the same host', async () => {
  const release = Promise.withResolvers<void>();
  const url = await stage.receiver((request, response) => {
    if (request.url === '/healthy') response.end();
    else void release.promise.then(() => response.end());
  });
  const deliverer = stage.deliverer();
  let ended = 0;
  const hanging = Array.from({ length: 200 }, () => deliverer.deliver(delivery(url)).finally(() => (ended += 1)));
  expect(await deliverer.deliver(delivery(new URL('/healthy', url).href))).toMatchObject({ ok: true });
  expect(ended).toBe(0);
  release.resolve();
  expect((await Promise.all(hanging)).every(({ ok }) => ok)).toBe(true);
});

test('a connection is used again, and closed soon after whatever its receiver asks for', async () => {
  const sockets: Socket[] = [];
  // A receiver that never closes a connection by itself.
  const url = await stage.socketReceiver((socket) => {
    sockets.push(socket);
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=600\r\ncontent-length: 0\r\n\r\n'));
  });
  const deliverer = stage.deliverer();
  for (let round = 0; round < 5; round += 1) expect(await deliverer.deliver(delivery(url))).toMatchObject({ ok: true });
  expect(sockets).toHaveLength(1);
  await once(sockets[0]!, 'close');
});

test.each(['end', 'destroy', 'resetAndDestroy'] as const)(
  'a kept connection that its receiver closes (%s) as it is used again does not fail a delivery',
  async (close) => {
    const sockets: Socket[] = [];
    const url = await stage.socketReceiver((socket) => {
      sockets.push(socket);
      socket.once('data', () => {
        socket.write(keptAlive);
        socket.once('data', () => socket[close]());
      });
    });
    const deliverer = stage.deliverer();
    expect(await deliverer.deliver(delivery(url))).toMatchObject({ ok: true });
    expect(await deliverer.deliver(delivery(url))).toMatchObject({ ok: true, status: 200, error: null });
    expect(sockets).toHaveLength(2);
  },
);

test('a kept connection that was closed while idle does not fail a delivery', async () => {
  const sockets: Socket[] = [];
  const url = await stage.socketReceiver((socket) => {
    sockets.push(socket);
    socket.on('data', () => socket.write(keptAlive));
  });
  const deliverer = stage.deliverer();
  await deliverer.deliver(delivery(url));
  sockets[0]?.end();
  expect(await deliverer.deliver(delivery(url))).toMatchObject({ ok: true });
  expect(sockets).toHaveLength(2);
});

test('a connection that was closed while idle is forgotten', async () => {
  const sockets: Socket[] = [];
  const { origin } = new URL(
    await stage.socketReceiver((socket) => {
      sockets.push(socket);
      socket.on('data', () => socket.write(keptAlive));
    }),
  );
  const connections = createConnections({ allowLocal: true, timeoutMs: 30_000 }, async () => []);
  const kept = connections.take(origin);
  await (await kept.client.request({ path: '/', method: 'POST' })).body.dump();
  connections.giveBack(kept);
  const disconnected = once(kept.client, 'disconnect');
  sockets[0]?.end();
  await disconnected;
  expect(kept.client.destroyed).toBe(true);
  expect(connections.take(origin)).not.toBe(kept);
  await connections.close();
});

test.each([
  ['nothing on a fresh connection', '', ''],
  ['half an answer on a kept one', keptAlive, 'HTTP/1.1 2'],
])('after %s, the same is not sent again', async (_what, first, second) => {
  const posts: string[] = [];
  const url = await stage.socketReceiver((socket) => {
    socket.on('data', (data) => {
      posts.push(data.toString());
      if (posts.length === 1 && first !== '') socket.write(first);
      else socket.end(second);
    });
  });
  const deliverer = stage.deliverer();
  if (first !== '') await deliverer.deliver(delivery(url));
  posts.length = first === '' ? 0 : 1;
  const outcome = await deliverer.deliver(delivery(url));
  expect(outcome).toMatchObject({ ok: false, status: null });
  expect(outcome.error).toBe('A conexão foi encerrada antes do fim da resposta.');
  expect(posts).toHaveLength(first === '' ? 1 : 2);
});

test('a deliverer that is closed ends what is under way, with words', async () => {
  const url = await stage.receiver(() => {});
  const deliverer = stage.deliverer();
  const under = deliverer.deliver(delivery(url));
  await deliverer.close();
  expect(await under).toMatchObject({ ok: false, status: null, error: expect.stringMatching(/\.$/) });
});
