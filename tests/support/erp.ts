import { randomUUID } from 'node:crypto';
import { demoSale } from '../../local/demo-sale.ts';

/** An answer of the API; `status` 0 where there was none. */
export type Answer = { status: number; body: Record<string, unknown> };

export type Erp = {
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Posts a sale to be issued, once. */
  issue(): Promise<Answer>;
  /** Posts a sale to be issued until it is accepted, under one Idempotency-Key. Gives every status met on the way, too. */
  insist(): Promise<{ id: string; met: number[] }>;
};

const betweenTriesMs = 100;
const answerWithinMs = 30_000;

/** A caller of the API, as an ERP with `key`; tries the addresses in turn. */
export function createErp(addresses: readonly string[], key: string): Erp {
  let turn = 0;
  const call: Erp['call'] = async (method, path, body, headers = {}) => {
    const address = addresses[turn++ % addresses.length];
    try {
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      return { status: answer.status, body: JSON.parse(await answer.text()) as Record<string, unknown> };
    } catch {
      return { status: 0, body: {} };
    }
  };
  const post = (idempotencyKey: string): Promise<Answer> =>
    call('POST', '/v1/fiscal-documents', demoSale(idempotencyKey), { 'idempotency-key': idempotencyKey });

  return {
    call,
    issue: () => post(randomUUID()),
    async insist() {
      const idempotencyKey = randomUUID();
      const met: number[] = [];
      for (;;) {
        const { status, body } = await post(idempotencyKey);
        met.push(status);
        if (status === 200 || status === 201) return { id: String(body['id']), met };
        await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
      }
    },
  };
}
