import { type KeptEventName, typesOfKept } from './event-types.ts';

/** An event as it is kept, and the company that it happened in. */
export type EnvelopedEvent = {
  eventId: string;
  eventType: KeptEventName;
  eventCreatedAt: Date | string;
  companyId: string;
  data: Record<string, unknown>;
};

/** What is posted, before it becomes text. An office is told which company it is about; a company is not. */
export function envelopeOf(
  { eventId: id, eventType, eventCreatedAt, companyId, data }: EnvelopedEvent,
  officeId: string | null,
): Record<string, unknown> {
  const event = { id, type: typesOfKept[eventType], createdAt: new Date(eventCreatedAt).toISOString() };
  return officeId === null ? { ...event, data } : { ...event, officeId, companyId, data };
}
