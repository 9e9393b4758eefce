import { randomBytes } from 'node:crypto';

/** A fresh secret to sign deliveries with: `whsec_` and 32 random bytes in base64. The whole text is the key. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
