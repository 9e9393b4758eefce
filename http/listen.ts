import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { refusalEnvelope } from './refusal.ts';

/** Longer than the minute for which load balancers keep a connection: otherwise a request could arrive while the process closes the connection. */
const keepAliveMs = 65_000;

/**
 * Listens for an app.
 *
 * @param at `setting` is the environment variable of the port
 * @throws {Error} naming the setting, when the port is taken
 */
export function listen(
  app: RequestListener,
  { host, port, setting }: { host: string; port: number; setting: string },
): Promise<Server> {
  const server = createServer({ keepAliveTimeout: keepAliveMs, headersTimeout: 10_000, requestTimeout: 60_000 }, app);
  answerBrokenRequests(server);
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`port ${port} is taken: set ${setting} to another`, { cause }) : cause);
    });
    server.listen({ host, port }, () => resolve(server));
  });
}

type Refusal = { status: 400 | 408 | 431; message: string };

const broken: Refusal = {
  status: 400,
  message: 'A requisição não é HTTP válido: confira a linha inicial e os cabeçalhos.',
};
const refusals = new Map<string | undefined, Refusal>([
  ['HPE_HEADER_OVERFLOW', { status: 431, message: 'Os cabeçalhos da requisição passam de 16 kB. Envie menos cabeçalhos, ou mais curtos.' }], // oxfmt-ignore
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, message: 'A requisição não chegou inteira a tempo. Envie-a de novo.' }],
]);

/**
 * Answers in the envelope of every error what Node refuses before it becomes a request: broken HTTP, headers that are too large, a request that never
 * ends. Node alone would send a status without a body.
 */
function answerBrokenRequests(server: Server): void {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (req, res) => underWay.set(req.socket, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = underWay.get(socket);
    const isAmidAnswer = response !== undefined && response.headersSent && !response.writableEnded;
    if (error.code === 'ECONNRESET' || !socket.writable || isAmidAnswer) return void socket.destroy();
    socket.end(answerOf(refusals.get(error.code) ?? broken));
  });
}

function answerOf({ status, message }: Refusal): string {
  const envelope = refusalEnvelope(status, { message, code: 'validation_error' }, uuid());
  const body = JSON.stringify(envelope);
  return [
    `HTTP/1.1 ${status} ${envelope.error}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    `X-Request-Id: ${envelope.requestId}`,
    '',
    body,
  ].join('\r\n');
}
