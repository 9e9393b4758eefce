import { type DocumentEventType, ownEventTypeOf } from '../../domain/document-types.ts';
import { titleOfEvent } from '../../domain/documents/events/event.ts';
import { reformTypeOf } from '../../domain/documents/events/reform/table.ts';
import { serviceEventOf } from '../../domain/documents/events/service/table.ts';
import { manifestationOf } from '../../domain/received/manifestations.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { EventAbout } from '../../operations/events-about.ts';
import type { Schema } from '../operations.ts';
import { documentEventView } from './document-event.ts';

/** An event about a note: one that we registered, or one that the distribution brought. */
export function eventAboutView(about: EventAbout): Schema<'DocumentEvent'> {
  return about.kind === 'own' ? documentEventView(about.event) : receivedEventView(about.event);
}

/** tpEvento of a correction letter, whose text is no justification. */
const correctionLetter = '110110';

function receivedEventView(event: ReceivedDocument): Schema<'DocumentEvent'> {
  const { id, eventCode: code, eventSequence: sequence, eventProtocol, eventAuthor, eventText, emissionDate } = event;
  const manifestation = manifestationOf(code);
  return {
    ...{ id, type: typeOf(code), code, sequence },
    status: 'REGISTERED',
    protocol: eventProtocol ?? null,
    description: `${titleOf(event)}: evento registrado`,
    occurredAt: emissionDate.toISOString(),
    registeredAt: null,
    waiting: null,
    ...(eventAuthor ? { author: eventAuthor } : {}),
    ...(manifestation ? { manifestation } : {}),
    ...(eventText ? { [code === correctionLetter ? 'correction' : 'justification']: eventText } : {}),
  };
}

function knownTypeOf(code: string): DocumentEventType | null {
  return manifestationOf(code)
    ? 'MANIFESTATION'
    : (ownEventTypeOf(code) ?? reformTypeOf(code) ?? serviceEventOf(code)?.type ?? null);
}

function typeOf(code: string): string {
  return knownTypeOf(code) ?? 'OTHER';
}

/** Our name of an event type; for a type that we do not know, the name in the event. */
function titleOf({ eventCode: code, eventName }: ReceivedDocument): string {
  const type = knownTypeOf(code);
  return type ? titleOfEvent({ type, code }) : (eventName ?? `Evento ${code}`);
}
