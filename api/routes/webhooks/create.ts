import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../../config/orm.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { DomainError } from '../../../domain/errors.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { companyOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { webhookView } from '../../views/webhook.ts';
import { checkedUrl } from '../../../operations/webhooks/checked-url.ts';
import { newSealedSecret } from '../../../operations/webhooks/new-sealed-secret.ts';
import { ping } from '../../../operations/webhooks/ping.ts';

/** Every event becomes a delivery to each of them: more than this is a mistake. */
const endpointsAtMost = 50;

export function createHandler(parts: ApiParts): Handler<'createWebhook'> {
  const { orm, masterKey, deliverer } = parts;
  return async (req, res) => {
    const { id: company } = companyOf(res);
    const { description, events } = req.body;
    const url = checkedUrl(parts, req.body.url);
    const id = uuid();
    const { secret, sealedSecret } = newSealedSecret(masterKey, { company, id });
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
    res.status(201).json({ ...webhookView(endpoint), secret });
  };
}

async function checkRoom(em: EntityManager): Promise<void> {
  if ((await em.count(WebhookEndpoint, {})) < endpointsAtMost) return;
  throw new DomainError('limit_reached', `A empresa já tem ${endpointsAtMost} webhooks. Remova um para criar outro.`);
}
