import { v7 as uuid } from 'uuid';
import type { Deliverer } from '../../adapters/outbound/deliver.ts';
import type { Orm } from '../../config/orm.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import { sealOwner, unseal } from '../../domain/seal.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { ownerIdOf } from '../../domain/webhooks/endpoint-owner.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { orConflict } from '../conflict.ts';
import { inCompany } from '../in-company.ts';
import {
  actorOfOwner,
  type EndpointOwner,
  findActiveEndpoint,
  inOwner,
  lockEndpoint,
  recordEndpoint,
  type WebhookParts,
} from './endpoints.ts';

/**
 * Sends a signed `webhook.ping` and waits for its 2xx (docs/webhooks.md).
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

/**
 * Sends a ping to an active endpoint, signed with its secret, and waits for its 2xx. Nothing is stored but the entry that it was tried.
 *
 * @throws NotFound
 * @throws DomainError `endpoint_inactive`, `webhook_unreachable`
 */
export async function pingEndpoint(
  { orm, masterKey, deliverer }: Pick<WebhookParts, 'masterKey' | 'deliverer'> & { orm: Orm },
  owner: EndpointOwner,
  id: string,
): Promise<void> {
  const { url, secret } = await inOwner(orm, owner, async (em) => {
    await findActiveEndpoint(em, id);
    const endpoint = await lockEndpoint(em, id);
    recordEndpoint(em, actorOfOwner(owner), 'WEBHOOK_TESTED', endpoint);
    const sealedTo = sealOwner.webhookSecret(ownerIdOf(endpoint), endpoint.id);
    return { url: endpoint.url, secret: unseal(masterKey, sealedTo, endpoint.sealedSecret) };
  });
  await ping(deliverer, { url, secret });
}

/**
 * Creates a test event, which is stored and delivered like any other, but to this endpoint alone, whatever it subscribes to.
 *
 * @throws NotFound
 * @throws DomainError `endpoint_inactive`
 */
export function testEndpoint(orm: Orm, acting: ActingCompany, id: string): Promise<WebhookDelivery> {
  const { id: company, actor } = acting;
  return orConflict(removedMeanwhile, () =>
    inCompany(orm, company, async (em) => {
      const found = await findActiveEndpoint(em, id);
      const { id: endpoint } = found;
      recordEndpoint(em, actor, 'WEBHOOK_TESTED', found);
      const event = em.create(Event, { id: newEventId(), company, type: 'WEBHOOK_TEST', document: null, data });
      return em.create(WebhookDelivery, { company, endpoint, event: event.id, nextAttemptAt: new Date() });
    }),
  );
}

const data = { message: 'Evento de teste. Nada aconteceu a nenhum documento.' };

const removedMeanwhile = { webhook_delivery_endpoint_id_foreign: () => new NotFound('webhook') };
