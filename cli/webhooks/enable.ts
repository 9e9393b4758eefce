import { applyChanges } from '../../api/requests/webhook-changes.ts';
import { ping } from '../../api/routes/webhooks/ping.ts';
import { acrossCompanies } from '../../config/orm.ts';
import { sealOwner, unseal } from '../../domain/access/seal.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { createDeliverer } from '../../outbound/deliver.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

/**
 * Activates an endpoint again, as its owner would by PATCH: only if its address answers a ping.
 *
 * @returns the endpoint, and whether it was inactive
 * @throws {DomainError} `webhook_unreachable`
 * @throws {Refused} `endpoint_changed` where somebody changed it meanwhile
 */
export async function enable(
  session: Session,
  id: string,
): Promise<{ endpoint: WebhookEndpoint; wasInactive: boolean }> {
  const em = acrossCompanies(await session.orm());
  const endpoint = await em.findOneOrFail(WebhookEndpoint, { id }, { populate: ['sealedSecret'] });
  if (endpoint.isActive) return { endpoint, wasInactive: false };
  const { url, company, sealedSecret } = endpoint;
  const secret = unseal(session.masterKey(), sealOwner.webhookSecret(company, id), sealedSecret);
  const deliverer = createDeliverer(session.env().webhooks);
  try {
    await ping(deliverer, { url, secret });
  } finally {
    await deliverer.close();
  }
  await em.refresh(endpoint);
  if (endpoint.url !== url) {
    throw new Refused('endpoint_changed', 'O webhook foi alterado enquanto isso. Nada foi salvo; tente de novo.');
  }
  applyChanges(endpoint, { isActive: true });
  await em.flush();
  return { endpoint, wasInactive: true };
}
