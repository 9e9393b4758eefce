import type { EntityManager } from '../config/orm.ts';
import type { Environment } from '../domain/companies/settings.ts';
import { DocumentEvent } from '../domain/documents/events/document-event.entity.ts';
import { ReceivedDocument } from '../domain/received/received-document.entity.ts';

/** An event about a note: one that was requested here, whatever came of it, or one that the distribution brought. */
export type EventAbout = { kind: 'own'; event: DocumentEvent } | { kind: 'received'; event: ReceivedDocument };

/** The note whose events are read: a document of our own or a received one. */
type Subject = {
  company: string;
  environment: Environment;
  accessKey?: string | null | undefined;
  about: { document: string } | { receivedDocument: string };
};

/**
 * All events about a note that are known to be registered or were requested here, the oldest first. An event that was registered here also comes by
 * the distribution, and is given once.
 */
export async function findEventsAbout(
  em: EntityManager,
  { company, environment, accessKey, about }: Subject,
): Promise<EventAbout[]> {
  const own = await em.find(DocumentEvent, about, { orderBy: { createdAt: 'asc' } });
  const came = accessKey
    ? await em.find(ReceivedDocument, { company, environment, accessKey, eventCode: { $ne: '' } })
    : [];
  const others = came.filter(({ eventCode, eventSequence }) => {
    return !own.some(
      (event) => event.code === eventCode && event.sequence === eventSequence && event.status !== 'REJECTED',
    );
  });
  const all: (EventAbout & { at: Date })[] = [
    ...own.map((event) => ({ kind: 'own' as const, event, at: event.createdAt })),
    ...others.map((event) => ({ kind: 'received' as const, event, at: event.emissionDate })),
  ];
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The events of a received note, for its detail. */
export function findReceivedEvents(em: EntityManager, note: ReceivedDocument): Promise<EventAbout[]> {
  const { id, company, environment, accessKey } = note;
  return findEventsAbout(em, { company, environment, accessKey, about: { receivedDocument: id } });
}
