import { z } from 'zod';
import { isGenuine } from '../../domain/webhooks/signature.ts';

/** A delivery as it arrived: headers in lower case, the body as text. */
export type Arrival = { headers: Record<string, string | string[] | undefined>; rawBody: string; at: Date };

/** Whether the signature is the secret's; UNCHECKED where no secret was given. */
export type SignatureVerdict = 'VALID' | 'INVALID' | 'UNCHECKED';

/** What `listen` tells of one delivery, in JSON as it is here. */
export type Heard = {
  receivedAt: string;
  type: string;
  eventId: string | null;
  deliveryId: string | null;
  signature: SignatureVerdict;
  /** How often this event has come by now, this time counted. */
  occurrence: number;
  /** HTTP status that it was answered with. */
  answered: number;
  /** The body; null where it is no event. */
  event: DeliveredEvent | null;
};

const eventShape = z.looseObject({ id: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) });
export type DeliveredEvent = z.infer<typeof eventShape>;

/** What came, judged by the secret. */
export function judged(
  { headers, rawBody, at }: Arrival,
  secret: string | undefined,
): Omit<Heard, 'occurrence' | 'answered'> {
  const event = readEvent(rawBody);
  return {
    receivedAt: at.toISOString(),
    type: event?.type ?? one(headers['x-webhook-event']) ?? '?',
    eventId: event?.id ?? null,
    deliveryId: one(headers['x-webhook-delivery']) ?? null,
    signature: verdict(one(headers['x-webhook-signature']) ?? '', { rawBody, at, secret }),
    event,
  };
}

function readEvent(rawBody: string): DeliveredEvent | null {
  try {
    return eventShape.parse(JSON.parse(rawBody));
  } catch {
    return null; // anybody may POST anything
  }
}

type Evidence = { rawBody: string; at: Date; secret: string | undefined };

function verdict(signature: string, { rawBody, at, secret }: Evidence): SignatureVerdict {
  if (secret === undefined) return 'UNCHECKED';
  return isGenuine(signature, { secret, body: rawBody, at }) ? 'VALID' : 'INVALID';
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
