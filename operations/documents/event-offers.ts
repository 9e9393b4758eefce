import type { Orm } from '../../config/orm.ts';
import {
  type ReformEventType,
  reformEventTypes,
  type ServiceEventType,
  serviceEventTypes,
} from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { isStanding } from '../../domain/documents/events/reform/next.ts';
import { type ItemFacts, type NoteFacts, noteFactsOf } from '../../domain/documents/events/reform/note-facts.ts';
import { authorRefusal, reformRefusals } from '../../domain/documents/events/reform/refusals.ts';
import type { ReformAuthor } from '../../domain/documents/events/reform/row.ts';
import { isReformEventType, reformEvents, withdrawalOf } from '../../domain/documents/events/reform/table.ts';
import { authorIn } from '../../domain/documents/events/service/parties.ts';
import { isServiceEventType, type ServiceAuthor, serviceEvents } from '../../domain/documents/events/service/table.ts';
import { DomainError } from '../../domain/errors.ts';
import { isNfseKey, parseNfseKey } from '../../domain/nfse-key.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';
import { receivedXml } from '../received/files.ts';
import { authorizedXml } from './files.ts';

/** Types of events that a form offers about a note. A withdrawal is not among them, because it is about an event. */
export type OfferedEvent = Exclude<ReformEventType, 'EVENT_WITHDRAWAL'> | ServiceEventType;

/** Why no event can be registered about a note. */
export type EventLack = 'MODEL' | 'STATUS' | 'ROLE' | 'SUMMARY' | 'OWN_SYSTEM' | 'SAID';

/** The events that a company may register about a note in its present state. */
export type EventOffers = {
  types: OfferedEvent[];
  /** The items of the note by number; empty where its events are about the whole note. */
  items: ReadonlyMap<number, ItemFacts>;
  /** Null where there are events. */
  lack: EventLack | null;
};

/** The events that the issuer of a note may register about it. `own` are the events that were requested here. */
export async function offersAboutIssued(
  orm: Orm,
  company: ActingCompany,
  { document, own }: { document: Document; own: DocumentEvent[] },
): Promise<EventOffers> {
  const { type, status, accessKey } = document;
  if (type === 'NFCE') return nothing('MODEL');
  if (status !== 'AUTHORIZED') return nothing('STATUS');
  if (type === 'NFSE') return ofService('ISSUER', accessKey ?? '', own);
  return ofGoods('ISSUER', await factsOf(orm, company, document));
}

/** The events that a receiver of a note may register about it: of an NF-e its recipient, of an NFS-e a party that did not issue it. */
export async function offersAboutReceived(
  orm: Orm,
  company: ActingCompany,
  { document, own }: { document: ReceivedDocument; own: DocumentEvent[] },
): Promise<EventOffers> {
  const { id, model, eventCode, status, role, hasFullXml, accessKey } = document;
  if (eventCode !== '') return nothing('MODEL');
  if (status !== 'AUTHORIZED') return nothing('STATUS');
  if (model === 'NFE' && role !== 'RECIPIENT') return nothing('ROLE');
  if (!hasFullXml) return nothing('SUMMARY');
  const { xml } = await receivedXml(orm, company, id);
  if (model === 'NFE') return ofGoods('RECIPIENT', noteFactsOf(xml));
  return ofService(authorIn(xml, company.taxId), accessKey, own);
}

/**
 * The registered events, of the reform and a few others, that the authority takes back. Their protocol must be known, because the withdrawal names
 * it.
 */
export function withdrawable(own: DocumentEvent[]): DocumentEvent[] {
  const known = own.filter(({ type }) => reformEventTypes.some((each) => each === type));
  return known.filter(
    (event) =>
      event.type !== 'EVENT_WITHDRAWAL' &&
      isReformEventType(event.type) &&
      withdrawalOf(event.type) !== null &&
      Boolean(event.protocol) &&
      isStanding(event, known),
  );
}

function nothing(lack: EventLack): EventOffers {
  return { types: [], items: new Map(), lack };
}

/** The facts of an issued note; null where its XML is not here, as for one that we did not authorize. */
function factsOf(orm: Orm, company: ActingCompany, document: Document): Promise<NoteFacts | null> {
  return inCompany(orm, company.id, async (em) => {
    try {
      return noteFactsOf((await authorizedXml(em, document)).xml);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return null;
      throw error;
    }
  });
}

function ofGoods(author: ReformAuthor, facts: NoteFacts | null): EventOffers {
  const types = reformEventTypes.filter((type): type is Exclude<ReformEventType, 'EVENT_WITHDRAWAL'> => {
    if (type === 'EVENT_WITHDRAWAL' || authorRefusal({ type, author })) return false;
    const { says, premise } = reformEvents[type];
    if (facts === null) return says !== 'ITEMS' && premise === undefined;
    return reformRefusals({ type, author, content: {} }, facts).length === 0;
  });
  return { types, items: facts?.items ?? new Map(), lack: null };
}

function ofService(author: ServiceAuthor | null, accessKey: string, own: DocumentEvent[]): EventOffers {
  if (isNfseKey(accessKey) && parseNfseKey(accessKey).generator !== '2') return nothing('OWN_SYSTEM');
  if (own.some(({ type, status }) => isServiceEventType(type) && status !== 'REJECTED')) return nothing('SAID');
  const types = serviceEventTypes.filter((type) => author !== null && serviceEvents[type].by[author]);
  return types.length === 0 ? nothing('ROLE') : { types, items: new Map(), lack: null };
}
