import { inCompany } from '../../../operations/in-company.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { companyOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { webhookView } from '../../views/webhook.ts';
import { findEndpoint, lockEndpoint } from '../../../operations/webhooks/find-endpoint.ts';
import { newSealedSecret } from '../../../operations/webhooks/new-sealed-secret.ts';
import { removeEndpoint } from '../../../operations/webhooks/remove-endpoint.ts';

type EndpointOperations = 'listWebhooks' | 'getWebhook' | 'deleteWebhook' | 'rotateWebhookSecret';

export function endpointHandlers({ orm, masterKey }: ApiParts): Pick<Handlers, EndpointOperations> {
  return {
    listWebhooks: async (_req, res) => {
      const endpoints = await inCompany(orm, companyOf(res).id, (em) =>
        em.find(WebhookEndpoint, {}, { orderBy: { id: 'asc' } }),
      );
      res.json({ data: endpoints.map(webhookView) });
    },

    getWebhook: async (req, res) => {
      const endpoint = await inCompany(orm, companyOf(res).id, (em) => findEndpoint(em, req.params.id));
      res.json(webhookView(endpoint));
    },

    deleteWebhook: async (req, res) => {
      const { id: companyId } = companyOf(res);
      await removeEndpoint((work) => inCompany(orm, companyId, work), req.params.id);
      res.json({ success: true });
    },

    rotateWebhookSecret: async (req, res) => {
      const { endpoint, secret } = await inCompany(orm, companyOf(res).id, async (em) => {
        const endpoint = await lockEndpoint(em, req.params.id);
        const { secret, sealedSecret } = newSealedSecret(masterKey, endpoint);
        endpoint.sealedSecret = sealedSecret;
        return { endpoint, secret };
      });
      res.json({ ...webhookView(endpoint), secret });
    },
  };
}
