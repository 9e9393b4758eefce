import { inCompany } from '../../../operations/in-company.ts';
import { NotFound } from '../../../domain/errors.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { newEventId } from '../../../domain/webhooks/event-id.ts';
import { companyOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { orConflict } from '../../../operations/conflict.ts';
import { checkActive } from '../../../operations/webhooks/check-active.ts';
import { findEndpoint } from '../../../operations/webhooks/find-endpoint.ts';
import { wakeUp } from './wake-up.ts';

/** A test event is kept and delivered like any other, but to this endpoint alone and whatever it subscribes to. */
export function testHandler(parts: ApiParts): Handler<'testWebhook'> {
  return async (req, res) => {
    const { id: company } = companyOf(res);
    const { id: endpoint } = req.params;
    const delivery = await orConflict(removedMeanwhile, () =>
      inCompany(parts.orm, company, async (em) => {
        checkActive(await findEndpoint(em, endpoint));
        const event = em.create(Event, { id: newEventId(), company, type: 'WEBHOOK_TEST', document: null, data });
        return em.create(WebhookDelivery, { company, endpoint, event: event.id, nextAttemptAt: new Date() });
      }),
    );
    await wakeUp(parts, endpoint, res);
    res.status(202).json({ deliveryId: delivery.id });
  };
}

const data = { message: 'Evento de teste. Nada aconteceu a nenhum documento.' };

const removedMeanwhile = { webhook_delivery_endpoint_id_foreign: () => new NotFound('Webhook') };
