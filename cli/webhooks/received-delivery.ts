import { z } from 'zod';
import { documentTypes, traitsOf } from '../../domain/document-types.ts';
import { isGenuine } from '../../domain/webhooks/signature.ts';

/** A delivery as it arrived: headers in lower case, the body as text. */
export type Arrival = { headers: Record<string, string | string[] | undefined>; rawBody: string; at: Date };

/** Whether the signature is the secret's; UNCHECKED where no secret was given. */
export type SignatureVerdict = 'VALID' | 'INVALID' | 'UNCHECKED';

/** What `listen` prints of one delivery; --json prints it as it is here. */
export type ReceivedDelivery = {
  receivedAt: string;
  type: string;
  eventId: string | null;
  deliveryId: string | null;
  signature: SignatureVerdict;
  /** How often this event has come, this time included. */
  occurrence: number;
  /** HTTP status that it was answered with. */
  answered: number;
  /** The body; null where it is no event. */
  event: DeliveredEvent | null;
};

const eventShape = z.looseObject({ id: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) });
export type DeliveredEvent = z.infer<typeof eventShape>;

/** What came, and whether its signature is the secret's. */
export function readDelivery(
  { headers, rawBody, at }: Arrival,
  secret: string | undefined,
): Omit<ReceivedDelivery, 'occurrence' | 'answered'> {
  const event = readEvent(rawBody);
  return {
    receivedAt: at.toISOString(),
    type: event?.type ?? one(headers['x-webhook-event']) ?? '?',
    eventId: event?.id ?? null,
    deliveryId: one(headers['x-webhook-delivery']) ?? null,
    signature: verdictOn(one(headers['x-webhook-signature']) ?? '', { rawBody, at, secret }),
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

function verdictOn(signature: string, { rawBody, at, secret }: Evidence): SignatureVerdict {
  if (secret === undefined) return 'UNCHECKED';
  return isGenuine(signature, { secret, body: rawBody, at }) ? 'VALID' : 'INVALID';
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

const verdicts: Record<SignatureVerdict, string> = {
  VALID: 'assinatura válida',
  INVALID: 'ASSINATURA INVÁLIDA',
  UNCHECKED: 'assinatura não conferida',
};
/** By document type and, for inutilizations, by model. */
const titles = new Map<string, string>(
  documentTypes.flatMap((type) => {
    const { title, model } = traitsOf[type];
    return [[type, title] as const, ...(model === null ? [] : [[model, title] as const])];
  }),
);
/** Longer texts do not help at a terminal. */
const widest = 120;

/** One delivery as a line: time, type, id, what it is about, whether it is genuine, whether it came before, and the answer. */
export function deliveryInWords({
  receivedAt,
  type,
  eventId,
  signature,
  occurrence,
  answered,
  event,
}: ReceivedDelivery): string {
  const time = new Date(receivedAt).toLocaleTimeString('pt-BR');
  const subject = event ? subjectOf(event) : 'o corpo não é um evento';
  const repeated = occurrence > 1 ? `, repetido (${occurrence}ª vez)` : '';
  const facts = [time, type.padEnd(20), eventId ?? '-', subject].map(printable);
  return `${facts.filter((fact) => fact !== '').join('  ')}  ${verdicts[signature]}${repeated} → ${answered}`;
}

function subjectOf({ data }: DeliveredEvent): string {
  const { type, model, series, number, accessKey, startNumber, endNumber, message, rejectionReason } = data;
  if (message !== undefined) return text(message);
  const title = titles.get(text(type ?? model)) ?? text(type ?? model);
  if (startNumber !== undefined) return `${title} série ${text(series)}, ${text(startNumber)} a ${text(endNumber)}`;
  const place = number === null ? 'sem número' : `${text(series)}/${text(number)}`;
  return [title, place, text(accessKey), text(rejectionReason)].filter((part) => part !== '').join(' ');
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Replaces control characters: anybody may have sent the text, and the terminal must not obey it. */
function printable(fact: string): string {
  const clean = fact.replace(/\p{C}/gu, '?');
  return clean.length > widest ? `${clean.slice(0, widest)}…` : clean;
}
