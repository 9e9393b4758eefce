import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Orm } from '../../../config/orm.ts';
import { type MasterKey, masterKey, seal, sealOwner } from '../../../domain/seal.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newWebhookSecret } from '../../../domain/webhooks/signature.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

type Owner = { company: { id: string } } | { office: { id: string } };
type State = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'isActive' | 'filters' | 'dueDaysBefore'>>;

/** Writes an endpoint that was not pinged, subscribed to every event by default. @param key with which workers open its secret */
export async function newEndpoint(
  orm: Orm,
  owner: Owner,
  { url = 'https://example.com/', events = [], isActive = true, filters = null, dueDaysBefore = null }: State = {},
  key: MasterKey = masterKey(randomBytes(32)),
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [uuid(), newWebhookSecret()];
  const ownerId = 'company' in owner ? owner.company.id : owner.office.id;
  const sealedSecret = seal(key, sealOwner.webhookSecret(ownerId, id), secret);
  const em = acrossCompanies(orm);
  const ids = 'company' in owner ? { company: ownerId } : { office: ownerId };
  em.create(WebhookEndpoint, { ...ids, id, url, events, isActive, filters, dueDaysBefore, sealedSecret });
  await em.flush();
  return { id, secret };
}
