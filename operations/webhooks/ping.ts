import { v7 as uuid } from 'uuid';
import type { Deliverer } from '../../adapters/outbound/deliver.ts';
import { DomainError } from '../../domain/errors.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';

/**
 * Sends a signed `webhook.ping` and waits for its 2xx (spec 1-core §6.4).
 *
 * @throws DomainError `webhook_unreachable`
 */
export async function ping(deliverer: Deliverer, { url, secret }: { url: string; secret: string }): Promise<void> {
  const at = new Date();
  const body = JSON.stringify({
    id: newEventId(),
    type: 'webhook.ping',
    createdAt: at.toISOString(),
    data: { message: 'Verificação do endereço. Responda com 2xx.' },
  });
  const outcome = await deliverer.deliver({ url, secret, eventType: 'webhook.ping', deliveryId: uuid(), body, at });
  if (outcome.ok) return;
  const message = `O endereço não respondeu 2xx ao webhook.ping em 10 segundos. ${outcome.error ?? ''}`.trim();
  throw new DomainError('webhook_unreachable', message);
}
