import { type EntityManager, inCompany } from '../../../config/orm.ts';
import { anotherRound } from '../../../domain/webhooks/another-round.ts';
import { WebhookAttempt } from '../../../domain/webhooks/attempt.entity.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { newestDeliveries } from '../../../operations/webhooks/deliveries.ts';
import { callerOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { existing } from '../../requests/existing.ts';
import { deliveryDetailView, deliveryView } from '../../views/webhook-delivery.ts';
import { checkActive } from './check-active.ts';
import { findEndpoint } from './find-endpoint.ts';
import { wakeUp } from './wake-up.ts';

type DeliveryOperations = 'listWebhookDeliveries' | 'getWebhookDelivery' | 'redeliverWebhookDelivery';

/** Redeliveries may go on for ever: of more attempts than these the newest are shown. */
const attemptsShown = 200;

export function deliveryHandlers(parts: ApiParts): Pick<Handlers, DeliveryOperations> {
  const { orm } = parts;
  return {
    listWebhookDeliveries: async (req, res) => {
      const { status, limit = 50 } = req.query;
      const data = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const { id: endpoint } = await findEndpoint(em, req.params.id);
        const deliveries = await newestDeliveries(em, { endpoint, status }, limit);
        return deliveries.map(({ delivery, eventType }) => deliveryView(delivery, eventType));
      });
      res.json({ data });
    },

    getWebhookDelivery: async (req, res) => {
      const detail = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const { id: endpoint } = await findEndpoint(em, req.params.id);
        const delivery = await findDelivery(em, endpoint, req.params.deliveryId);
        const newestFirst = { orderBy: { number: 'desc' }, limit: attemptsShown } as const;
        const event = await em.findOneOrFail(Event, { id: delivery.event }, { fields: ['type'] });
        const attempts = await em.find(WebhookAttempt, { delivery: delivery.id }, newestFirst);
        return deliveryDetailView(delivery, event.type, attempts.reverse());
      });
      res.json(detail);
    },

    redeliverWebhookDelivery: async (req, res) => {
      const { id, deliveryId } = req.params;
      await inCompany(orm, callerOf(res).companyId, async (em) => {
        checkActive(await findEndpoint(em, id));
        await requeue(em, id, deliveryId);
      });
      await wakeUp(parts, id, res);
      res.status(202).json({ deliveryId, requeued: true });
    },
  };
}

/** How the message of a 404 begins. */
const what = 'Registro de entrega';

function findDelivery(em: EntityManager, endpoint: string, deliveryId: string): Promise<WebhookDelivery> {
  return existing(what, deliveryId, (id) => em.findOne(WebhookDelivery, { id, endpoint }));
}

async function requeue(em: EntityManager, endpoint: string, deliveryId: string): Promise<void> {
  await existing(what, deliveryId, async (id) => {
    const count = await em.nativeUpdate(WebhookDelivery, { id, endpoint }, anotherRound(new Date()));
    return count > 0 ? id : null;
  });
}
