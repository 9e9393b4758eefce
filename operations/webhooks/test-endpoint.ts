import type { Orm } from '../../config/orm.ts';
import { NotFound } from '../../domain/errors.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import type { ActingCompany } from '../acting-company.ts';
import { orConflict } from '../conflict.ts';
import { inCompany } from '../in-company.ts';
import { findActiveEndpoint } from './find-endpoint.ts';

/**
 * Makes a test event, which is kept and delivered like any other, but to this endpoint alone and whatever it subscribes to.
 *
 * @throws NotFound
 * @throws DomainError `endpoint_inactive`
 */
export function testEndpoint(orm: Orm, { id: company }: ActingCompany, id: string): Promise<WebhookDelivery> {
  return orConflict(removedMeanwhile, () =>
    inCompany(orm, company, async (em) => {
      const { id: endpoint } = await findActiveEndpoint(em, id);
      const event = em.create(Event, { id: newEventId(), company, type: 'WEBHOOK_TEST', document: null, data });
      return em.create(WebhookDelivery, { company, endpoint, event: event.id, nextAttemptAt: new Date() });
    }),
  );
}

const data = { message: 'Evento de teste. Nada aconteceu a nenhum documento.' };

const removedMeanwhile = { webhook_delivery_endpoint_id_foreign: () => new NotFound('webhook') };
