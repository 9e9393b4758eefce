import type { EntityManager } from '../../config/orm.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { deliver } from '../outbox.ts';
import type { LinkInFull } from './link-in-full.ts';

/**
 * Writes that a link was made or changed, and one pending delivery per endpoint of its office that listens, into the transaction that does
 * it (invariant 4). Only the link's own office hears it, also that the link has ended; where none of its endpoints listens, nothing is
 * written.
 *
 * @returns the endpoints that wait for their actors
 */
export async function recordLinkUpdated(em: EntityManager, link: LinkInFull): Promise<string[]> {
  const { id: companyId } = link.company;
  const { id: officeId } = link.office;
  const values = [newEventId(), companyId, JSON.stringify(dataOf(link)), officeId, officeId];
  const listening = await em.execute<{ id: string }[]>(eventAndDeliveries, values);
  return listening.map(({ id }) => id);
}

/** What a receiver is told of a link (spec 2-extended §6). */
function dataOf({ id, company, status, requestedBy, issuingAllowed }: LinkInFull): Record<string, unknown> {
  return {
    linkId: id,
    companyId: company.id,
    taxId: company.taxId,
    companyName: company.name,
    status,
    requestedBy,
    officeIssuingAllowed: issuingAllowed,
  };
}

const listens = `endpoint.is_active and (endpoint.events = '{}' or 'LINK_UPDATED' = any(endpoint.events))`;

const eventAndDeliveries = `
  with happened as (
    insert into event (id, company_id, type, data, created_at)
    select ?, ?::uuid, 'LINK_UPDATED', ?::jsonb, clock_timestamp()
    where exists (select from webhook_endpoint endpoint where endpoint.office_id = ? and ${listens})
    returning id, company_id
  )
  ${deliver}
  from happened join webhook_endpoint endpoint on endpoint.office_id = ? and ${listens}
  returning endpoint_id as id`;
