import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { findOrRefuse } from '../find-or-refuse.ts';

/** @throws NotFound also for another company's, and for a malformed id */
export function findEndpoint(em: EntityManager, id: string): Promise<WebhookEndpoint> {
  return findOrRefuse('webhook', id, (uuid) => em.findOne(WebhookEndpoint, { id: uuid }));
}

/**
 * The same for an endpoint that receives deliveries.
 *
 * @throws NotFound
 * @throws DomainError `endpoint_inactive`: nothing is delivered to an inactive one, so no delivery may be asked for
 */
export async function findActiveEndpoint(em: EntityManager, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(em, id);
  if (endpoint.isActive) return endpoint;
  const message =
    'O webhook está inativo e não recebe entregas. Reative-o com PATCH { "isActive": true } e tente de novo.';
  throw new DomainError('endpoint_inactive', message);
}

/** All endpoints of one owner, the oldest first. */
export function findEndpoints(em: EntityManager): Promise<WebhookEndpoint[]> {
  return em.find(WebhookEndpoint, {}, { orderBy: { id: 'asc' } });
}

/**
 * The endpoint of that id with its sealed secret, locked until the transaction ends: changes of an endpoint happen one after another.
 *
 * @throws NotFound
 */
export function lockEndpoint(em: EntityManager, id: string) {
  const options = { populate: ['sealedSecret'], lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  return findOrRefuse('webhook', id, (uuid) => em.findOne(WebhookEndpoint, { id: uuid }, options));
}
