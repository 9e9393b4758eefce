import { randomUUID } from 'node:crypto';
import { createDeliverer } from '../../../adapters/outbound/deliver.ts';
import { createOrm } from '../../../config/orm.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';

/** Delivers one event and writes one row, with the product's own client. */
export async function createSingleActivities({ databaseUrl, url }: { databaseUrl: string; url: string }) {
  const orm = await createOrm(databaseUrl);
  const deliverer = createDeliverer({ allowLocal: true });
  return {
    async deliver(): Promise<void> {
      const at = new Date();
      const eventType = 'document.authorized';
      const data = { filler: 'x'.repeat(400) };
      const body = JSON.stringify({ id: newEventId(), type: eventType, createdAt: at.toISOString(), data });
      const outcome = await deliverer.deliver({
        url,
        secret: 'whsec_x',
        eventType,
        deliveryId: randomUUID(),
        body,
        at,
      });
      if (!outcome.ok) throw new Error(outcome.error ?? '');
      await orm.em
        .fork()
        .execute('insert into bench_delivery (id, status, delivered_at) values (?, ?, now())', [
          randomUUID(),
          'SUCCEEDED',
        ]);
    },
  };
}
export type SingleActivities = Awaited<ReturnType<typeof createSingleActivities>>;
