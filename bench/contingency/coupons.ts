import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { z } from 'zod';
import { demoConsumerSale } from '../../local/demo/sales.ts';
import { watchDocuments } from '../emission/document-watch.ts';
import { type Sample, sample, type Timing } from '../figures/sample.ts';
import type { Installation } from '../installation.ts';

const created = z.object({ id: z.string() });
/** Whether the coupon of an NFC-e can be printed: it is authorized, or issued offline. */
const isOut = `(status <> 'PROCESSING' or (contingency_mode = 'OFFLINE' and waiting_kind = 'TRANSMISSION'))`;

/** Sells at the counter as a till does, by `POST /v1/fiscal-documents`, and waits until each coupon can be printed. */
export function coupons({ api, companyKey, orm }: Installation) {
  const documents = watchDocuments(orm, isOut);
  const pool = new Pool(api, { connections: 64 });

  async function sell(status: 'AUTHORIZED' | 'PROCESSING'): Promise<Timing> {
    const start = performance.now();
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/v1/fiscal-documents',
      headers: { authorization: `Bearer ${companyKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(demoConsumerSale(randomUUID())),
    });
    const text = await body.text();
    if (statusCode !== 201) throw new Error(`create answered ${statusCode}: ${text}`);
    const { id } = created.parse(JSON.parse(text));
    const createMs = performance.now() - start;
    await documents.ended(id, status);
    return { createMs, totalMs: performance.now() - start };
  }

  return {
    online: (load: { runs: number; lanes: number }): Promise<Sample> => sample(load, () => sell('AUTHORIZED')),
    offline: (load: { runs: number; lanes: number }): Promise<Sample> => sample(load, () => sell('PROCESSING')),
    close: () => pool.close(),
  };
}
