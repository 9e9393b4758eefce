import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` under the whole secret, prefix included (spec 1-core §6.3). */
export function signature(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

/** Whether a received signature is this secret's over this body and not older, or newer, than the tolerance. */
export function isGenuine(
  received: string,
  { secret, body, at, toleranceSeconds = 300 }: { secret: string; body: string; at: Date; toleranceSeconds?: number },
): boolean {
  const [, seconds, hex] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(received) ?? [];
  if (!seconds || !hex) return false;
  const isFresh = Math.abs(at.getTime() / 1000 - Number(seconds)) <= toleranceSeconds;
  return timingSafeEqual(digest(secret, Number(seconds), body), Buffer.from(hex, 'hex')) && isFresh;
}

function digest(secret: string, seconds: number, body: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
}

/** A fresh secret to sign deliveries with: `whsec_` and 32 random bytes in base64. The whole text is the key. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
