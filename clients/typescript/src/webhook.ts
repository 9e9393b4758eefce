import type { webhooks } from './contract.ts';

type EventOf<Webhook> = Webhook extends {
  post: { requestBody: { content: { 'application/json': infer Event } } };
}
  ? Event
  : never;

/** An event as it is delivered: `type` says which, and with it what `data` has. */
export type LavraEvent = { [Name in keyof webhooks]: EventOf<webhooks[Name]> }[keyof webhooks];

/** The headers of a request: those of `fetch`, or an object as Node and its frameworks have it. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export type WebhookOptions = {
  /** How far the delivery's time may be from this machine's clock; 300 unless given. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970; this machine's clock unless given. */
  now?: number;
};

/** Thrown by `verifyWebhook`: do not use the body, and answer 400. `message` says what is wrong with it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const signatureForm = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})(?:,|$)/;
const utf8 = new TextEncoder();

/**
 * The event of a delivery, once its signature shows that Lavra sent it, and not long ago.
 *
 * @param body what arrived, byte for byte, before any framework parses it
 * @param secret the endpoint's whole secret (`whsec_…`); several, while a receiver changes from one to the next
 * @throws WebhookVerificationError for everything else
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: WebhookOptions = {},
): Promise<LavraEvent> {
  const [, seconds, hex] = signatureForm.exec(signatureOf(headers)) ?? [];
  if (!seconds || !hex) throw new WebhookVerificationError('X-Webhook-Signature is missing, or has another form.');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const bytes = typeof body === 'string' ? utf8.encode(body) : body;
  const signed = joined(utf8.encode(`${seconds}.`), bytes);
  const found = await Promise.all(secrets.map((each) => isSigned(signed, bytesOf(hex), each)));
  if (!found.includes(true)) throw new WebhookVerificationError('The signature is not that of this body and secret.');
  const age = Math.abs(now / 1000 - Number(seconds));
  if (age > toleranceSeconds) throw new WebhookVerificationError(`The delivery is ${Math.round(age)} seconds away.`);
  return JSON.parse(new TextDecoder().decode(bytes)) as LavraEvent;
}

function signatureOf(headers: WebhookHeaders): string {
  const name = 'x-webhook-signature';
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}

/** Compares in constant time, which is what `verify` of an HMAC is for. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>, secret: string) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, signed);
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
