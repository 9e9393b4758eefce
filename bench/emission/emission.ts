import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { type Sample, sample, type Timing } from '../figures/sample.ts';
import type { Installation } from '../installation.ts';
import { watchDocuments } from './document-watch.ts';
import { type Kind, kinds } from './kinds.ts';

/** How many notes, how many of them at once, and how long the authority delays each answer besides its own work. */
export type Load = { runs: number; lanes: number; latencyMs: number };

/** Issues documents of a kind as an ERP does, by `POST /v1/fiscal-documents` with `emit: true`, and waits until each is AUTHORIZED. */
export function emissions({ api, companyKey, simulator, orm }: Installation, kind: Kind) {
  const { sale, service } = kinds[kind];
  const documents = watchDocuments(orm);
  const pool = new Pool(api, { connections: 64 });

  async function create(): Promise<string> {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/v1/fiscal-documents',
      headers: { authorization: `Bearer ${companyKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(sale(randomUUID())),
    });
    const text = await body.text();
    if (statusCode !== 201) throw new Error(`create answered ${statusCode}: ${text}`);
    return idOf(JSON.parse(text));
  }

  async function issue(): Promise<Timing> {
    const start = performance.now();
    const id = await create();
    const createMs = performance.now() - start;
    await documents.ended(id);
    return { createMs, totalMs: performance.now() - start };
  }

  return {
    async measure({ latencyMs, ...load }: Load): Promise<Sample> {
      await setLatency(simulator, { service, latencyMs });
      return sample(load, issue);
    },
    close: () => pool.close(),
  };
}

async function setLatency(simulator: string, rule: { service: string; latencyMs: number }): Promise<void> {
  const answer = await fetch(`${simulator}/scenario`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
  if (!answer.ok) throw new Error(`the simulator refused the scenario: ${answer.status} ${await answer.text()}`);
}

function idOf(created: unknown): string {
  if (typeof created === 'object' && created !== null && 'id' in created && typeof created.id === 'string') {
    return created.id;
  }
  throw new Error(`create answered without an id: ${JSON.stringify(created)}`);
}
