import { validate as isUuid, v7 as uuid } from 'uuid';
import { inCompany } from '../../config/orm.ts';
import { seal, sealOwner } from '../../domain/access/seal.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { newWebhookSecret } from '../../domain/webhooks/secret.ts';
import { AddressRefused } from '../../outbound/address-refused.ts';
import { checkUrl } from '../../outbound/guard.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { webhookView } from '../views/webhook.ts';
import { ping } from './webhook-ping.ts';

type WebhookOperations = 'listWebhooks' | 'createWebhook' | 'getWebhook' | 'deleteWebhook';

/** Every event becomes a delivery to each of them: more than this is a mistake. */
const endpointsAtMost = 50;

export function webhookHandlers(parts: ApiParts): Pick<Handlers, WebhookOperations> {
  const { orm, masterKey, deliverer } = parts;
  return {
    listWebhooks: async (_req, res) => {
      const endpoints = await inCompany(orm, callerOf(res).companyId, (em) =>
        em.find(WebhookEndpoint, {}, { orderBy: { id: 'asc' } }),
      );
      res.json({ data: endpoints.map(webhookView) });
    },

    createWebhook: async (req, res) => {
      const { companyId: company } = callerOf(res);
      const { description, events } = req.body;
      const url = checkedUrl(parts, req.body.url);
      const secret = newWebhookSecret();
      await ping(deliverer, { url, secret });
      const id = uuid();
      const sealedSecret = seal(masterKey, sealOwner.webhookSecret(company, id), secret);
      const endpoint = await inCompany(orm, company, async (em) => {
        if ((await em.count(WebhookEndpoint, {})) >= endpointsAtMost) throw tooMany();
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
    },

    getWebhook: async (req, res) => {
      const { id } = req.params;
      const endpoint = isUuid(id)
        ? await inCompany(orm, callerOf(res).companyId, (em) => em.findOne(WebhookEndpoint, { id }))
        : null;
      if (!endpoint) throw new NotFound('Webhook');
      res.json(webhookView(endpoint));
    },

    deleteWebhook: async (req, res) => {
      const { id } = req.params;
      const removed = isUuid(id)
        ? await inCompany(orm, callerOf(res).companyId, (em) => em.nativeDelete(WebhookEndpoint, { id }))
        : 0;
      if (removed === 0) throw new NotFound('Webhook');
      res.json({ success: true });
    },
  };
}

function checkedUrl({ guard }: ApiParts, text: string): string {
  try {
    checkUrl(text.trim(), guard);
    return text.trim();
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    const issues = [{ path: 'url', message: error.message }];
    throw new DomainError('validation_error', error.message, { issues, cause: error });
  }
}

function tooMany(): DomainError {
  return new DomainError('limit_reached', `A empresa já tem ${endpointsAtMost} webhooks. Remova um para criar outro.`);
}
