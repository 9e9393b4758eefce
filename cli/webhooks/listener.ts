import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { documentTypes, traitsOf } from '../../domain/document-types.ts';
import { isGenuine } from '../../domain/webhooks/signature.ts';
import { CommandRefused } from '../command-refused.ts';

/** How deliveries are answered, each after `delayMs`. */
export type ResponsePlan = { status: number; delayMs: number };

export type WebhookListener = {
  url: string;
  /** Verifies later deliveries with this secret. */
  trust(secret: string): void;
  /** Resolves once `count` deliveries are answered. */
  answered(count: number): Promise<void>;
  close(): Promise<void>;
};

/** Far more than Lavra ever sends. */
const largestBody = 1024 * 1024;

/**
 * Receives deliveries on the loopback address, and reports each one after it was answered. A delivery with an invalid signature is answered 401,
 * whatever the plan.
 *
 * @param port 0 for any free one
 * @throws {CommandRefused} `port_in_use`
 */
export async function startListener(
  { port, plan }: { port: number; plan: ResponsePlan },
  tell: (delivery: ReceivedDelivery) => void,
): Promise<WebhookListener> {
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
      .catch(() => response.destroy()); // the sender has gone, or sends too much
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
    throw new CommandRefused('port_in_use', `A porta ${port} não está livre; escolha outra com --port.`, { cause });
  }
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
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

/** A delivery as it arrived: headers in lower case, the body as text. */
type ReceivedRequest = { headers: Record<string, string | string[] | undefined>; rawBody: string; at: Date };

/** Whether the signature was made with the secret; UNCHECKED where none was given. */
type SignatureState = 'VALID' | 'INVALID' | 'UNCHECKED';

/** A delivery as `--json` prints it. */
type ReceivedDelivery = {
  receivedAt: string;
  type: string;
  eventId: string | null;
  deliveryId: string | null;
  signature: SignatureState;
  /** How often this event came, this time included. */
  occurrence: number;
  /** HTTP status that it was answered with. */
  answered: number;
  /** The body; null where it is no event. */
  event: DeliveredEvent | null;
};

const eventShape = z.looseObject({ id: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) });
type DeliveredEvent = z.infer<typeof eventShape>;

/** Reads a delivery and checks its signature. */
function readDelivery(
  { headers, rawBody, at }: ReceivedRequest,
  secret: string | undefined,
): Omit<ReceivedDelivery, 'occurrence' | 'answered'> {
  const event = readEvent(rawBody);
  return {
    receivedAt: at.toISOString(),
    type: event?.type ?? one(headers['x-webhook-event']) ?? '?',
    eventId: event?.id ?? null,
    deliveryId: one(headers['x-webhook-delivery']) ?? null,
    signature: signatureState(one(headers['x-webhook-signature']) ?? '', { rawBody, at, secret }),
    event,
  };
}

function readEvent(rawBody: string): DeliveredEvent | null {
  try {
    return eventShape.parse(JSON.parse(rawBody));
  } catch {
    return null; // anybody may POST anything: the body is no event
  }
}

type Evidence = { rawBody: string; at: Date; secret: string | undefined };

function signatureState(signature: string, { rawBody, at, secret }: Evidence): SignatureState {
  if (secret === undefined) return 'UNCHECKED';
  return isGenuine(signature, { secret, body: rawBody, at }) ? 'VALID' : 'INVALID';
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

const signatureWords: Record<SignatureState, string> = {
  VALID: 'assinatura válida',
  INVALID: 'ASSINATURA INVÁLIDA',
  UNCHECKED: 'assinatura não conferida',
};
/** Titles of document types and, for inutilizations, of models. */
const titles = new Map<string, string>(
  documentTypes.flatMap((type) => {
    const { title, model } = traitsOf[type];
    return [[type, title] as const, ...(model === null ? [] : [[model, title] as const])];
  }),
);
/** Longer texts are cut, because they do not help at a terminal. */
const widest = 120;

/** A delivery as one line: time, type, id, what it is about, whether it is genuine, whether it came before, and the answer. */
export function deliveryInWords({
  receivedAt,
  type,
  eventId,
  signature,
  occurrence,
  answered,
  event,
}: ReceivedDelivery): string {
  const time = new Date(receivedAt).toLocaleTimeString('pt-BR');
  const subject = event ? subjectOf(event) : 'o corpo não é um evento';
  const repeated = occurrence > 1 ? `, repetido (${occurrence}ª vez)` : '';
  const facts = [time, type.padEnd(20), eventId ?? '-', subject].map(printable);
  return `${facts.filter((fact) => fact !== '').join('  ')}  ${signatureWords[signature]}${repeated} → ${answered}`;
}

function subjectOf({ data }: DeliveredEvent): string {
  const { type, model, series, number, accessKey, startNumber, endNumber, message, rejectionReason } = data;
  if (message !== undefined) return text(message);
  const title = titles.get(text(type ?? model)) ?? text(type ?? model);
  if (startNumber !== undefined) return `${title} série ${text(series)}, ${text(startNumber)} a ${text(endNumber)}`;
  const place = number === null ? 'sem número' : `${text(series)}/${text(number)}`;
  return [title, place, text(accessKey), text(rejectionReason)].filter((part) => part !== '').join(' ');
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Replaces control characters, because anybody may have sent the text, and a terminal would obey them. */
function printable(fact: string): string {
  const clean = fact.replace(/\p{C}/gu, '?');
  return clean.length > widest ? `${clean.slice(0, widest)}…` : clean;
}
