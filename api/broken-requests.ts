import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import type { Schema } from './operations.ts';

type Refusal = { status: 400 | 408 | 431; message: string };

const broken: Refusal = {
  status: 400,
  message: 'A requisição não é HTTP válido: confira a linha inicial e os cabeçalhos.',
};
const refusals = new Map<string | undefined, Refusal>([
  ['HPE_HEADER_OVERFLOW', { status: 431, message: 'Os cabeçalhos da requisição passam de 16 kB. Envie menos cabeçalhos, ou mais curtos.' }], // prettier-ignore
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, message: 'A requisição não chegou inteira a tempo. Envie-a de novo.' }],
]);

/**
 * Answers with the envelope of every error what is refused before it is a request: broken HTTP, headers that are too large, a request that does
 * not come to its end. Node alone would send a status without a body.
 */
export function answerBrokenRequests(server: Server): void {
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
  const error = STATUS_CODES[status] ?? 'Error';
  const requestId = uuid();
  const envelope: Schema<'ApiError'> = { statusCode: status, error, message, code: 'validation_error', requestId };
  const body = JSON.stringify(envelope);
  return [
    `HTTP/1.1 ${status} ${error}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    '',
    body,
  ].join('\r\n');
}
