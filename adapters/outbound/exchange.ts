import { deliveryHeaders, type DeliveryMessage } from '../../domain/webhooks/delivery-headers.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { faultCode } from './names.ts';
import { readAnswer } from './read-answer.ts';
import { readRetryAfter } from './retry-after.ts';

export type Exchange = { url: URL; message: DeliveryMessage; signal: AbortSignal };

/** The answer. `fault` is what ended it early. */
export type Answer = { status: number; body: string; retryAfterSeconds: number | null; fault?: unknown };

const fixedHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Lavra-Webhooks/1.0',
  // An answer that is never decompressed cannot be a bomb.
  'accept-encoding': 'identity',
};
/** Codes with which an exchange ends when the receiver had closed the idle connection. */
const closings = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * One signed POST. When a kept connection turns out to be closed before any byte of an answer, the request is sent once more on a new one:
 * a receiver that read it and then closed gets it twice, which at-least-once delivery allows.
 */
export async function exchange(connections: Connections, wanted: Exchange): Promise<Answer> {
  const kept = connections.take(wanted.url.origin);
  try {
    return await post(connections, kept, wanted);
  } catch (fault) {
    const isStale = kept.isReused() && !kept.isAnswered() && closings.has(faultCode(fault));
    if (!isStale || wanted.signal.aborted) throw fault;
    return await post(connections, connections.open(wanted.url.origin), wanted);
  }
}

async function post(connections: Connections, connection: Connection, wanted: Exchange): Promise<Answer> {
  const { url, message, signal } = wanted;
  connection.begin();
  try {
    const answer = await connection.client.request({
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...fixedHeaders, ...deliveryHeaders(message) },
      body: message.body,
      signal,
    });
    connection.headIsRead();
    const retryAfterSeconds = readRetryAfter(answer.headers['retry-after'], new Date());
    return { status: answer.statusCode, retryAfterSeconds, ...(await readAnswer(answer.body)) };
  } finally {
    connections.giveBack(connection);
  }
}
