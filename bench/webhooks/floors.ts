import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { deliveryHeaders } from '../../domain/webhooks/signature.ts';
import { type Sample, sample } from '../figures/sample.ts';
import type { WebhookInstallation } from './installation.ts';

const secret = 'whsec_b25seSBmb3IgdGVzdHM6IG5ldmVyIGEgc2VjcmV0Li4=';
/** How many deliveries at once are fastest on two cores. */
const lanes = 50;

/** The lower bound of a delivery: a signed POST, alone or with one row written for it. */
export function floors({ receivers, orm }: WebhookInstallation) {
  const pool = new Pool(receivers.origin, { connections: lanes });

  async function post(): Promise<void> {
    const id = newEventId();
    const at = new Date();
    const envelope = {
      id,
      type: 'document.authorized',
      createdAt: at.toISOString(),
      data: { filler: 'x'.repeat(400) },
    };
    const body = JSON.stringify(envelope);
    const message = { eventType: 'document.authorized', deliveryId: randomUUID(), body, secret, at };
    const headers = { 'content-type': 'application/json; charset=utf-8', ...deliveryHeaders(message) };
    const answer = await pool.request({ method: 'POST', path: '/healthy/floor', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`);
  }

  async function postAndWrite(): Promise<void> {
    await post();
    await orm.em
      .fork()
      .execute('insert into bench_delivery (id, status, delivered_at) values (?, ?, now())', [
        randomUUID(),
        'SUCCEEDED',
      ]);
  }

  return {
    async prepare() {
      await orm.em
        .fork()
        .execute('create table bench_delivery (id uuid primary key, status text, delivered_at timestamptz)');
    },
    posts: (runs: number): Promise<Sample> => sample({ runs, lanes }, timed(post)),
    postsAndRows: (runs: number): Promise<Sample> => sample({ runs, lanes }, timed(postAndWrite)),
    close: () => pool.close(),
  };
}

function timed(task: () => Promise<void>): () => Promise<{ totalMs: number }> {
  return async () => {
    const start = performance.now();
    await task();
    return { totalMs: performance.now() - start };
  };
}
