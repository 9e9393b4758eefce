import { signature } from './signature.ts';

/** From this moment on the legacy header names are no longer sent (spec 1-core §6.2). */
const legacyHeadersEnd = new Date('2027-02-01T00:00:00-03:00');

/** What one POST to a receiver says. `body` is the raw text that is sent, because the signature is over it. */
export type DeliveryMessage = {
  /** `document.authorized`, `webhook.ping`... */
  eventType: string;
  deliveryId: string;
  body: string;
  secret: string;
  /** The moment of this attempt: what is signed, and what decides about the legacy names. */
  at: Date;
  /** The trace that it belongs to (W3C Trace Context); null where there is none. */
  traceparent?: string | null;
};

/** The three headers of a delivery and, until 2027-02-01, their legacy twins with identical values; its trace, where it has one. */
export function deliveryHeaders(message: DeliveryMessage): Record<string, string> {
  const { eventType, deliveryId, body, secret, at, traceparent } = message;
  const values = { Event: eventType, Delivery: deliveryId, Signature: signature(secret, body, at) };
  const families = at < legacyHeadersEnd ? ['X-Webhook', 'X-Service'] : ['X-Webhook'];
  const named = families.flatMap((family) =>
    Object.entries(values).map(([name, value]): [string, string] => [`${family}-${name}`, value]),
  );
  return { ...Object.fromEntries(named), ...(traceparent ? { traceparent } : {}) };
}
