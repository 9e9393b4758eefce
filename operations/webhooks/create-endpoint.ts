import { v7 as uuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import type { Subscription } from '../../domain/webhooks/event-types.ts';
import type { ActingCompany } from '../acting-company.ts';
import { inCompany } from '../in-company.ts';
import { checkedUrl } from './checked-url.ts';
import { newSealedSecret } from './new-sealed-secret.ts';
import type { WebhookParts } from './parts.ts';
import { ping } from './ping.ts';

/** Every event becomes a delivery to each of them: more than this is a mistake. */
const endpointsAtMost = 50;

/** An endpoint as a caller writes it; without events it subscribes to all. */
export type EndpointInput = {
  url: string;
  description?: string | null | undefined;
  events?: Subscription[] | null | undefined;
};

/**
 * Registers an endpoint that has answered a ping. Returns its secret, this once.
 *
 * @throws DomainError `validation_error` for the address, `webhook_unreachable`, `limit_reached`
 */
export async function createEndpoint(
  { orm, masterKey, deliverer, guard }: WebhookParts & { orm: Orm },
  { id: company }: ActingCompany,
  { url: written, description, events }: EndpointInput,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const url = checkedUrl(guard, written);
  const id = uuid();
  const { secret, sealedSecret } = newSealedSecret(masterKey, { owner: company, id });
  await inCompany(orm, company, checkRoom);
  await ping(deliverer, { url, secret });
  const endpoint = await inCompany(orm, company, async (em) => {
    await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`webhooks of ${company}`]);
    await checkRoom(em);
    return em.create(WebhookEndpoint, {
      id,
      company,
      url,
      description: description ?? null,
      events: [...new Set(events ?? [])],
      sealedSecret,
    });
  });
  return { endpoint, secret };
}

async function checkRoom(em: EntityManager): Promise<void> {
  if ((await em.count(WebhookEndpoint, {})) < endpointsAtMost) return;
  throw new DomainError('limit_reached', `A empresa já tem ${endpointsAtMost} webhooks. Remova um para criar outro.`);
}
