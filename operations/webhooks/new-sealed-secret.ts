import type { Orm } from '../../config/orm.ts';
import { seal, sealOwner, type MasterKey, type SealedBox } from '../../domain/seal.ts';
import { ownerIdOf } from '../../domain/webhooks/endpoint-owner.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { newWebhookSecret } from '../../domain/webhooks/signature.ts';
import { lockEndpoint } from './find-endpoint.ts';
import { type EndpointOwner, inOwner } from './in-owner.ts';

/** A fresh secret as it is shown, once, and as it is kept with its endpoint. */
export function newSealedSecret(
  masterKey: MasterKey,
  { owner, id }: { owner: string; id: string },
): { secret: string; sealedSecret: SealedBox } {
  const secret = newWebhookSecret();
  return { secret, sealedSecret: seal(masterKey, sealOwner.webhookSecret(owner, id), secret) };
}

/**
 * Gives an endpoint another secret, which signs its deliveries from now on.
 *
 * @throws NotFound
 */
export function rotateSecret(
  { orm, masterKey }: { orm: Orm; masterKey: MasterKey },
  owner: EndpointOwner,
  id: string,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  return inOwner(orm, owner, async (em) => {
    const endpoint = await lockEndpoint(em, id);
    const { secret, sealedSecret } = newSealedSecret(masterKey, { owner: ownerIdOf(endpoint), id: endpoint.id });
    endpoint.sealedSecret = sealedSecret;
    return { endpoint, secret };
  });
}
