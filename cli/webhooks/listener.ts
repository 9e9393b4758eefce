import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Refused } from '../refused.ts';
import { type Arrival, readDelivery, type ReceivedDelivery } from './received-delivery.ts';

/** How each delivery is answered, after a wait of `delayMs`. */
export type ResponsePlan = { status: number; delayMs: number };

export type Listener = {
  url: string;
  /** Verifies deliveries with this secret from now on. */
  trust(secret: string): void;
  /** Resolves once `count` deliveries are answered. */
  answered(count: number): Promise<void>;
  close(): Promise<void>;
};

/** Far more than Lavra ever sends. */
const largestBody = 1024 * 1024;

/**
 * Receives deliveries on loopback and tells each once it was answered. One with an invalid signature is answered 401, whatever the plan.
 *
 * @param port 0 for any that is free
 * @throws {Refused} `port_in_use`
 */
export async function startListener(
  { port, plan }: { port: number; plan: ResponsePlan },
  tell: (delivery: ReceivedDelivery) => void,
): Promise<Listener> {
  const occurrences = new Map<string, number>();
  const answers = new EventEmitter();
  const closing = new AbortController();
  let secret: string | undefined;
  let answeredSoFar = 0;

  const server = createServer((request, response) => {
    void read(request)
      .then(async (arrival) => {
        const facts = readDelivery(arrival, secret);
        const occurrence = (occurrences.get(facts.eventId ?? '') ?? 0) + 1;
        if (facts.eventId !== null) occurrences.set(facts.eventId, occurrence);
        if (plan.delayMs > 0) await setTimeout(plan.delayMs, undefined, { signal: closing.signal });
        const status = facts.signature === 'INVALID' ? 401 : plan.status;
        response.writeHead(status).end();
        answeredSoFar += 1;
        tell({ ...facts, occurrence: facts.eventId === null ? 1 : occurrence, answered: status });
        answers.emit('answered');
      })
      .catch(() => response.destroy()); // the sender has gone, or sent too much
  });
  await listening(server, port);
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    trust: (next) => void (secret = next),
    async answered(count) {
      while (answeredSoFar < count) await once(answers, 'answered');
    },
    async close() {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listening(server: Server, port: number): Promise<void> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (cause) {
    throw new Refused('port_in_use', `A porta ${port} não está livre; escolha outra com --port.`, { cause });
  }
}

async function read(request: IncomingMessage): Promise<Arrival> {
  const at = new Date();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > largestBody) throw new RangeError('the body is too large');
    chunks.push(chunk);
  }
  return { headers: request.headers, rawBody: Buffer.concat(chunks).toString('utf8'), at };
}
