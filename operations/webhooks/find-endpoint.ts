import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { existing } from '../existing.ts';

/** How the message of a 404 begins. */
const what = 'Webhook';

/** @throws NotFound also for another company's, and for what is no id */
export function findEndpoint(em: EntityManager, id: string): Promise<WebhookEndpoint> {
  return existing(what, id, (uuid) => em.findOne(WebhookEndpoint, { id: uuid }));
}

/**
 * The same with its sealed secret, locked until the transaction ends: who changes an endpoint goes one after another.
 *
 * @throws NotFound
 */
export function lockEndpoint(em: EntityManager, id: string) {
  const options = { populate: ['sealedSecret'], lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  return existing(what, id, (uuid) => em.findOne(WebhookEndpoint, { id: uuid }, options));
}
