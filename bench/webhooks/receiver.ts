import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/**
 * `node receiver.ts`: a process with many receivers, one for each path, that prints its port. Each answers pings; the first word of its
 * path says what it does with deliveries. `GET /` returns the ids that each has received, with their times.
 */
const received = new Map<string, [string, number][]>();
const chunk = Buffer.alloc(64 * 1024, 'x');
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 });

const answers: Record<string, (response: ServerResponse) => Promise<void> | void> = {
  healthy: (response) => void response.writeHead(204).end(),
  hangs: () => {},
  failing: (response) => void response.writeHead(500).end(),
  async drips(response) {
    response.writeHead(200);
    for (; !response.destroyed; await setTimeout(200)) response.write('.');
  },
  endless: (response) => flood(response, Number.POSITIVE_INFINITY),
  huge: (response) => flood(response, 200 * 1024 * 1024),
  bomb: (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
};

async function flood(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200);
  for (let sent = 0; sent < bytes && !response.destroyed; sent += chunk.length) {
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
  }
  response.end();
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  let body = '';
  request.setEncoding('utf8');
  for await (const text of request) body += String(text);
  if (request.headers['x-webhook-event'] === 'webhook.ping') return void response.writeHead(204).end();
  const ids = received.get(path) ?? [];
  received.set(path, ids);
  ids.push([/"id":"(evt_[0-9a-f]{32})"/.exec(body)?.[1] ?? '', Date.now()]);
  await answers[path.split('/')[1] ?? '']?.(response);
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end(JSON.stringify(Object.fromEntries(received)));
  response.on('error', () => {}); // the caller is gone
  receive(request, response).catch(() => response.destroy());
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
