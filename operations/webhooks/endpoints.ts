import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { Deliverer } from '../../adapters/outbound/deliver.ts';
import { AddressRefused, checkUrl, type GuardOptions } from '../../adapters/outbound/guard.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import { type MasterKey, seal, type SealedBox, sealOwner, unseal } from '../../domain/seal.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { ownerIdOf } from '../../domain/webhooks/endpoint-owner.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { newWebhookSecret } from '../../domain/webhooks/signature.ts';
import type { ActingCompany, ActingOffice } from '../acting.ts';
import { againAfterDeadlock, withNothingAround, type TransactionWrapper, type Transact } from '../transactions.ts';
import { record } from '../audit/record.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany, inOffice } from '../in-company.ts';

/** What the operations on endpoints work with. */
export type WebhookParts = {
  masterKey: MasterKey;
  /** Sends the ping at a registration. */
  deliverer: Deliverer;
  /** Which URLs may be registered. */
  guard: GuardOptions;
};

/** The owner of endpoints, with the actor. */
export type EndpointOwner =
  | { company: Pick<ActingCompany, 'id' | 'actor'> }
  | { office: Pick<ActingOffice, 'id' | 'actor'> };

/** Runs `work` in one transaction that sees and writes only the owner's rows. */
export function inOwner<Result>(
  orm: Orm,
  owner: EndpointOwner,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return 'company' in owner ? inCompany(orm, owner.company.id, work) : inOffice(orm, owner.office.id, work);
}

/** The actor for an owner of endpoints. */
export function actorOfOwner(owner: EndpointOwner): Actor {
  return 'company' in owner ? owner.company.actor : owner.office.actor;
}

/** @throws NotFound also for another company's, and for a malformed id */
export function findEndpoint(em: EntityManager, id: string): Promise<WebhookEndpoint> {
  return findOrRefuse('webhook', id, (uuid) => em.findOne(WebhookEndpoint, { id: uuid }));
}

/**
 * As `findEndpoint`, for an endpoint that gets deliveries.
 *
 * @throws NotFound
 * @throws DomainError `endpoint_inactive`: nothing is delivered to an inactive endpoint, so that no delivery may be requested
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

/** SQL of the label of an endpoint `e`'s owner, which is part of its actor's workflow id: the company's tax id, or `office/` and the office's. */
export const ownerLabel = `coalesce(
  (select tax_id from company where id = e.company_id),
  (select 'office/' || tax_id from office where id = e.office_id)
)`;

/** The label of an endpoint's owner; empty where the endpoint is gone. */
export async function labelOfOwner(em: EntityManager, endpointId: string): Promise<string> {
  const [row] = await em.execute<{ label: string }[]>(
    `select ${ownerLabel} as label from webhook_endpoint e where e.id = ?`,
    [endpointId],
  );
  return row?.label ?? '';
}

/** A new secret: as it is shown once, and sealed as it is stored. */
export function newSealedSecret(
  masterKey: MasterKey,
  { owner, id }: { owner: string; id: string },
): { secret: string; sealedSecret: SealedBox } {
  const secret = newWebhookSecret();
  return { secret, sealedSecret: seal(masterKey, sealOwner.webhookSecret(owner, id), secret) };
}

/**
 * Gives an endpoint a new secret, which signs its deliveries from then on.
 *
 * @param around what happens in the same transaction
 * @throws NotFound
 */
export function rotateSecret(
  { orm, masterKey }: { orm: Orm; masterKey: MasterKey },
  owner: EndpointOwner,
  id: string,
  around: TransactionWrapper<EndpointWithSecret> = withNothingAround,
): Promise<EndpointWithSecret> {
  return inOwner(orm, owner, (em) =>
    around(em, async () => {
      const endpoint = await lockEndpoint(em, id);
      const { secret, sealedSecret } = newSealedSecret(masterKey, { owner: ownerIdOf(endpoint), id: endpoint.id });
      endpoint.sealedSecret = sealedSecret;
      recordEndpoint(em, actorOfOwner(owner), 'WEBHOOK_SECRET_ROTATED', endpoint);
      return { endpoint, secret };
    }),
  );
}

/** An endpoint and the secret that signs its deliveries. */
export type EndpointWithSecret = { endpoint: WebhookEndpoint; secret: string };

/** A hash that tells one secret from another and reveals neither: 256 random bits cannot be guessed from it. */
export function digestOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The secret of an endpoint, if it still has this digest; null where it was changed or the endpoint is gone. */
export function secretOfDigest(
  { orm, masterKey }: { orm: Orm; masterKey: MasterKey },
  owner: EndpointOwner,
  { id, digest }: { id: string; digest: string },
): Promise<EndpointWithSecret | null> {
  return inOwner(orm, owner, async (em) => {
    const endpoint = await em.findOne(WebhookEndpoint, { id }, { populate: ['sealedSecret'] });
    if (!endpoint) return null;
    const secret = unseal(masterKey, sealOwner.webhookSecret(ownerIdOf(endpoint), id), endpoint.sealedSecret);
    return digestOfSecret(secret) === digest ? { endpoint, secret } : null;
  });
}

/**
 * The address of an endpoint without spaces around it.
 *
 * @throws DomainError `validation_error` where nothing may be sent to it
 */
export function checkedUrl(guard: GuardOptions, text: string): string {
  const url = text.trim();
  try {
    checkUrl(url, guard);
    return url;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    const issues = [{ path: 'url', message: error.message }];
    throw new DomainError('validation_error', error.message, { issues, cause: error });
  }
}

/** Writes an entry about an endpoint. Only the host of its address is written, because the rest may contain a secret. */
export function recordEndpoint(
  em: EntityManager,
  actor: Actor,
  action: Extract<AuditAction, `WEBHOOK_${string}`>,
  { id, company, office, url }: Pick<WebhookEndpoint, 'id' | 'company' | 'office' | 'url'>,
  details: AuditDetails = {},
): void {
  record(em, actor, { action, company, office, subject: id, details: { host: new URL(url).host, ...details } });
}

/**
 * Removes an endpoint with its deliveries. Deliveries are deleted before their endpoint, in the order in which results are written; cascading would
 * take the locks the other way round.
 *
 * @throws NotFound
 */
export function removeEndpoint(transact: Transact, { id, actor }: { id: string; actor: Actor }): Promise<void> {
  return againAfterDeadlock(() =>
    transact(async (em) => {
      const found = await findEndpoint(em, id);
      const { id: endpoint } = found;
      await em.nativeDelete(WebhookDelivery, { endpoint });
      if ((await em.nativeDelete(WebhookEndpoint, { id: endpoint })) === 0) throw new NotFound('webhook');
      recordEndpoint(em, actor, 'WEBHOOK_REMOVED', found);
    }),
  );
}
