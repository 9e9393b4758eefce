import { validate as isUuid } from 'uuid';
import { acrossCompanies } from '../../operations/in-company.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

/** @throws {Refused} `endpoint_not_found` */
export async function findEndpoint(session: Session, id: string): Promise<WebhookEndpoint> {
  const em = acrossCompanies(await session.orm());
  const endpoint = isUuid(id) ? await em.findOne(WebhookEndpoint, { id }) : null;
  if (endpoint) return endpoint;
  throw new Refused('endpoint_not_found', `Não há webhook "${id}"; veja "webhooks list".`);
}
