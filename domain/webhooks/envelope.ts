import { type KeptEventName, typesOfKept } from './event-types.ts';

/** An event and the company that it is about. */
export type EnvelopedEvent = {
  eventId: string;
  eventType: KeptEventName;
  eventCreatedAt: Date | string;
  companyId: string;
  data: Record<string, unknown>;
};

/** The body of a delivery, before it is serialized. For an office it names the company. */
export function envelopeOf(
  { eventId: id, eventType, eventCreatedAt, companyId, data }: EnvelopedEvent,
  officeId: string | null,
): Record<string, unknown> {
  const event = { id, type: typesOfKept[eventType], createdAt: new Date(eventCreatedAt).toISOString() };
  return officeId === null ? { ...event, data } : { ...event, officeId, companyId, data };
}
