import { randomUUID } from 'node:crypto';
import { demoSale } from '../../../local/demo/sales.ts';
import { record } from './recording.ts';

/** An answer of the API; `status` is 0 if there was no answer. */
export type Answer = { status: number; body: Record<string, unknown> };

/** The body of a sale, given the ERP's own id of it. */
export type Sold = (externalId: string) => object;

/** A file from the API, or a refusal as bytes. */
export type Download = { status: number; headers: Headers; content: Buffer };

export type Erp = {
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Repeats a call until the answer no longer asks to come back later. `met` is every status on the way. */
  ask(...request: Parameters<Erp['call']>): Promise<Answer & { met: number[] }>;
  /** Downloads a file; the path may also be a whole URL. */
  download(path: string): Promise<Download>;
  /** Posts a sale to be issued, once; goods by default. */
  issue(sold?: Sold): Promise<Answer>;
  /**
   * Posts a sale to be issued, repeatedly under one Idempotency-Key until there is an answer. Also returns the document's id, and every
   * status on the way.
   */
  insist(sold?: Sold): Promise<Answer & { id: string; met: number[] }>;
};

const betweenTriesMs = 100;
const answerWithinMs = 30_000;

/** A caller of the API that behaves as an ERP with `key`; it uses the addresses in turn. */
export function createErp(addresses: readonly string[], key: string): Erp {
  let turn = 0;
  const call: Erp['call'] = async (method, path, body, headers = {}) => {
    const address = addresses[turn++ % addresses.length];
    try {
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          connection: 'close', // the server may close a kept connection just when it is used again
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const parsed = JSON.parse(await answer.text()) as Record<string, unknown>;
      record(method, `${address}${path}`, answer.status, parsed);
      return { status: answer.status, body: parsed };
    } catch {
      return { status: 0, body: {} };
    }
  };
  const ask: Erp['ask'] = async (...request) => {
    const met: number[] = [];
    for (;;) {
      const answer = await call(...request);
      met.push(answer.status);
      if (answer.status !== 0 && answer.status !== 503) return { ...answer, met };
      await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
    }
  };
  const sale = (sold: Sold): Parameters<Erp['call']> => {
    const idempotencyKey = randomUUID();
    return ['POST', '/v1/fiscal-documents', sold(idempotencyKey), { 'idempotency-key': idempotencyKey }];
  };

  return {
    call,
    ask,
    async download(path) {
      const headers = { authorization: `Bearer ${key}`, connection: 'close' };
      const answer = await fetch(new URL(path, addresses[0]), { headers, signal: AbortSignal.timeout(answerWithinMs) });
      return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
    },
    issue: (sold = demoSale) => call(...sale(sold)),
    async insist(sold = demoSale) {
      const answer = await ask(...sale(sold));
      return { ...answer, id: String(answer.body['id']) };
    },
  };
}
