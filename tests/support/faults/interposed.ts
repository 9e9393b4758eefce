import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to requests on their way. `unreachable`: answered 502 in HTML, as by a proxy. `forgetful`: uploads are unknown. `uniform`:
 * parts of different sizes are refused, as by Cloudflare R2. `cuts`: the connection breaks in the middle of a body. `swallows`: the server
 * carries the request out, and its answer is lost. `silent`: nothing comes back. `flips`: one bit of a body is changed.
 */
export type Mischief =
  | 'none'
  | 'busy'
  | 'unreachable'
  | 'full'
  | 'forgetful'
  | 'uniform'
  | 'cuts'
  | 'swallows'
  | 'silent'
  | 'flips';

/** A proxy before an HTTP server on this machine that does to requests what its `state` says. */
export async function interposed(serverPort: number) {
  const state: { mischief: Mischief; only: RegExp; times: number } = {
    mischief: 'none',
    only: /./,
    times: Infinity,
  };
  const server = createServer((req, res) => {
    const isMeant = state.only.test(`${req.method} ${req.url}`) && state.mischief !== 'none' && state.times > 0;
    if (isMeant) state.times -= 1;
    const mischief = isMeant ? state.mischief : 'none';
    if (mischief === 'silent') return void req.resume();
    if (mischief === 'busy') return refuse(req, res, 503, errorOf('SlowDown'));
    if (mischief === 'unreachable') return refuse(req, res, 502, '<html><hr>Bad Gateway</html>');
    if (mischief === 'full') return refuse(req, res, 507, errorOf('XMinioStorageFull'));
    if (mischief === 'forgetful') return refuse(req, res, 404, errorOf('NoSuchUpload'));
    if (mischief === 'uniform') return refuse(req, res, 400, errorOf('InvalidPart'));
    if (mischief === 'cuts') return void req.once('data', () => req.destroy());
    pass(req, res, mischief, serverPort);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    state,
    /** Breaks every connection that is open. */
    cut: (): void => server.closeAllConnections(),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Interposed = Awaited<ReturnType<typeof interposed>>;

function refuse(req: IncomingMessage, res: ServerResponse, status: number, body: string): void {
  req.resume();
  req.once('end', () => res.writeHead(status).end(body));
}

const errorOf = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>later</Message></Error>`;

function pass(req: IncomingMessage, res: ServerResponse, mischief: Mischief, port: number): void {
  const { method = 'GET', url: path = '/', headers } = req;
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    if (mischief === 'swallows') return void answer.resume().once('end', () => req.socket.destroy());
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  onward.once('error', () => req.socket.destroy());
  req.once('data', (chunk: Buffer) => {
    if (mischief === 'flips') chunk.writeUInt8(chunk.readUInt8(0) ^ 1, 0);
  });
  req.pipe(onward);
}
