import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` under the whole secret, prefix included (docs/webhooks.md). */
export function signature(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

/** Whether a received signature was made with this secret for this body, and its time is within the tolerance. */
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

/** A new secret for signing deliveries: `whsec_` and 32 random bytes in base64. The HMAC key is the whole text. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** From then on the legacy header names are not sent. */
const legacyHeadersEnd = new Date('2027-02-01T00:00:00-03:00');

/** One POST to a receiver. `body` is the raw text that is sent, because the signature covers it. */
export type DeliveryMessage = {
  /** `document.authorized`, `webhook.ping`... */
  eventType: string;
  deliveryId: string;
  body: string;
  secret: string;
  /** The time of this attempt: it is signed, and decides whether legacy headers are sent. */
  at: Date;
  /** Trace of the attempt (W3C Trace Context); null where there is none. */
  traceparent?: string | null;
};

/** The three headers of a delivery; until 2027-02-01 also their legacy names with the same values; and its trace, if any. */
export function deliveryHeaders(message: DeliveryMessage): Record<string, string> {
  const { eventType, deliveryId, body, secret, at, traceparent } = message;
  const values = { Event: eventType, Delivery: deliveryId, Signature: signature(secret, body, at) };
  const families = at < legacyHeadersEnd ? ['X-Webhook', 'X-Service'] : ['X-Webhook'];
  const named = families.flatMap((family) =>
    Object.entries(values).map(([name, value]): [string, string] => [`${family}-${name}`, value]),
  );
  return { ...Object.fromEntries(named), ...(traceparent ? { traceparent } : {}) };
}
