import type { Response } from 'express';
import { officeWebhookView } from '../../../http/views/webhook.ts';
import { createEndpoint } from '../../../operations/webhooks/create-endpoint.ts';
import {
  type EndpointOwner,
  findEndpoint,
  findEndpoints,
  inOwner,
  removeEndpoint,
  rotateSecret,
} from '../../../operations/webhooks/endpoints.ts';
import { officeOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';

type OfficeWebhookOperations = Extract<keyof Handlers, `${string}OfficeWebhook${string}`>;

/** Handlers of an office's endpoints; their operations are those of companies' endpoints. */
export function officeWebhookHandlers(parts: ApiParts): Pick<Handlers, OfficeWebhookOperations> {
  const { orm } = parts;
  const ownerOf = (res: Response): EndpointOwner => ({ office: officeOf(res) });
  return {
    listOfficeWebhooks: async (_req, res) => {
      const endpoints = await inOwner(orm, ownerOf(res), findEndpoints);
      res.json({ data: endpoints.map(officeWebhookView) });
    },

    createOfficeWebhook: async (req, res) => {
      const { endpoint, secret } = await createEndpoint(parts, { ...req.body, office: officeOf(res) });
      res.status(201).json({ ...officeWebhookView(endpoint), secret });
    },

    getOfficeWebhook: async (req, res) => {
      const endpoint = await inOwner(orm, ownerOf(res), (em) => findEndpoint(em, req.params.id));
      res.json(officeWebhookView(endpoint));
    },

    deleteOfficeWebhook: async (req, res) => {
      const { actor } = officeOf(res);
      await removeEndpoint((work) => inOwner(orm, ownerOf(res), work), { id: req.params.id, actor });
      res.json({ success: true });
    },

    rotateOfficeWebhookSecret: async (req, res) => {
      const { endpoint, secret } = await rotateSecret(parts, ownerOf(res), req.params.id);
      res.json({ ...officeWebhookView(endpoint), secret });
    },
  };
}
