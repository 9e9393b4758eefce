import { seal, sealOwner, type MasterKey, type SealedBox } from '../../domain/access/seal.ts';
import { newWebhookSecret } from '../../domain/webhooks/secret.ts';

/** A fresh secret as it is shown, once, and as it is kept with its endpoint. */
export function newSealedSecret(
  masterKey: MasterKey,
  { company, id }: { company: string; id: string },
): { secret: string; sealedSecret: SealedBox } {
  const secret = newWebhookSecret();
  return { secret, sealedSecret: seal(masterKey, sealOwner.webhookSecret(company, id), secret) };
}
