import type { Response } from 'express';
import type { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import type { KeptEventName } from '../../domain/webhooks/event-types.ts';
import { endpointChanges } from '../../http/requests/webhook.ts';
import { webhookView } from '../../http/views/webhook.ts';
import { wakeEndpoints } from '../../http/wake.ts';
import { inCompany } from '../../operations/in-company.ts';
import type { Transact } from '../../operations/transactions.ts';
import { changeEndpoint } from '../../operations/webhooks/change-endpoint.ts';
import { createEndpoint } from '../../operations/webhooks/create-endpoint.ts';
import { findDeliveryInFull, newestDeliveries, redeliver } from '../../operations/webhooks/deliveries.ts';
import { findEndpoint, findEndpoints, removeEndpoint, rotateSecret } from '../../operations/webhooks/endpoints.ts';
import { testEndpoint } from '../../operations/webhooks/ping.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

type WebhookOperations = Exclude<Extract<keyof Handlers, `${string}Webhook${string}`>, `${string}Office${string}`>;
type DeliveryOperations = Extract<WebhookOperations, `${string}Deliver${string}`>;

export function webhookHandlers(parts: ApiParts): Pick<Handlers, WebhookOperations> {
  const { orm } = parts;
  const transact =
    (res: Response): Transact =>
    (work) =>
      inCompany(orm, companyOf(res).id, work);
  const named = (req: { params: { id: string } }, res: Response) => ({
    id: req.params.id,
    actor: companyOf(res).actor,
  });
  return {
    listWebhooks: async (_req, res) => {
      const endpoints = await inCompany(orm, companyOf(res).id, findEndpoints);
      res.json({ data: endpoints.map(webhookView) });
    },

    createWebhook: async (req, res) => {
      const { endpoint, secret } = await createEndpoint(parts, { ...req.body, company: companyOf(res) });
      res.status(201).json({ ...webhookView(endpoint), secret });
    },

    getWebhook: async (req, res) => {
      const endpoint = await inCompany(orm, companyOf(res).id, (em) => findEndpoint(em, req.params.id));
      res.json(webhookView(endpoint));
    },

    updateWebhook: async (req, res) => {
      const changes = endpointChanges(parts, req.body);
      const { endpoint, isProven } = await changeEndpoint(transact(res), parts, named(req, res), changes);
      if (isProven) await wakeUp(parts, endpoint.id, res);
      res.json(webhookView(endpoint));
    },

    deleteWebhook: async (req, res) => {
      await removeEndpoint(transact(res), named(req, res));
      res.json({ success: true });
    },

    rotateWebhookSecret: async (req, res) => {
      const { endpoint, secret } = await rotateSecret(parts, { company: companyOf(res) }, req.params.id);
      res.json({ ...webhookView(endpoint), secret });
    },

    testWebhook: async (req, res) => {
      const delivery = await testEndpoint(orm, companyOf(res), req.params.id);
      await wakeUp(parts, delivery.endpoint, res);
      res.status(202).json({ deliveryId: delivery.id });
    },

    ...deliveryHandlers(parts),
  };
}

function deliveryHandlers(parts: ApiParts): Pick<Handlers, DeliveryOperations> {
  const { orm } = parts;
  return {
    listWebhookDeliveries: async (req, res) => {
      const { status, limit = 50 } = req.query;
      const deliveries = await inCompany(orm, companyOf(res).id, async (em) => {
        const { id: endpoint } = await findEndpoint(em, req.params.id);
        return newestDeliveries(em, { endpoint, status }, limit);
      });
      res.json({ data: deliveries.map(({ delivery, eventType }) => deliveryView(delivery, eventType)) });
    },

    getWebhookDelivery: async (req, res) => {
      const { id: endpointId, deliveryId } = req.params;
      const { delivery, eventType, attempts } = await inCompany(orm, companyOf(res).id, (em) =>
        findDeliveryInFull(em, { endpointId, deliveryId }),
      );
      res.json(deliveryDetailView(delivery, eventType, attempts));
    },

    redeliverWebhookDelivery: async (req, res) => {
      const { id: endpointId, deliveryId } = req.params;
      const { id, actor } = companyOf(res);
      await redeliver((work) => inCompany(orm, id, work), actor, { endpointId, deliveryId });
      await wakeUp(parts, endpointId, res);
      res.status(202).json({ deliveryId, requeued: true });
    },
  };
}

/** Wakes the actor of one endpoint of the caller's company. */
function wakeUp(parts: ApiParts, endpointId: string, res: Response): Promise<void> {
  return wakeEndpoints(parts, res, { ownerLabel: companyOf(res).taxId, endpoints: [endpointId] });
}

/** A delivery with the outcome of its last attempt. */
function deliveryView(delivery: WebhookDelivery, eventType: KeptEventName): Schema<'WebhookDelivery'> {
  const { id, event: eventId, status, attempts, responseStatus, responseBody, errorMessage } = delivery;
  return {
    id,
    eventType,
    eventId,
    status,
    attempts,
    responseStatus: responseStatus ?? null,
    responseBody: responseBody ?? null,
    errorMessage: errorMessage ?? null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

/** The same with the time of the next attempt, and each attempt in the order they were made. */
function deliveryDetailView(
  delivery: WebhookDelivery,
  eventType: KeptEventName,
  attempts: WebhookAttempt[],
): Schema<'WebhookDeliveryDetail'> {
  return {
    ...deliveryView(delivery, eventType),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    attemptLog: attempts.map(attemptView),
  };
}

function attemptView(attempt: WebhookAttempt): Schema<'WebhookAttempt'> {
  const { number, startedAt, durationMs, responseStatus, responseBody, errorMessage } = attempt;
  return {
    number,
    startedAt: startedAt.toISOString(),
    durationMs,
    responseStatus: responseStatus ?? null,
    responseBody: responseBody ?? null,
    errorMessage: errorMessage ?? null,
  };
}
