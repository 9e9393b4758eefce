import { NotFound } from '../../domain/errors.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { againAfterDeadlock } from './again-after-deadlock.ts';
import type { Transact } from './change-endpoint.ts';
import { findEndpoint } from './find-endpoint.ts';

/**
 * Removes an endpoint and what waits for it. Deliveries are deleted before their endpoint, in the order in which results are written;
 * cascading would take the locks the other way round.
 *
 * @throws NotFound
 */
export function removeEndpoint(transact: Transact, id: string): Promise<void> {
  return againAfterDeadlock(() =>
    transact(async (em) => {
      const { id: endpoint } = await findEndpoint(em, id);
      await em.nativeDelete(WebhookDelivery, { endpoint });
      if ((await em.nativeDelete(WebhookEndpoint, { id: endpoint })) === 0) throw new NotFound('webhook');
    }),
  );
}
