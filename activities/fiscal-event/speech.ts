import type { SchemaFault } from '../../adapters/schemas/faults.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { Message } from '../../domain/conversation/authority.ts';
import type { JudgedService } from '../../domain/conversation/standing.ts';
import type { EventOutcome } from '../../domain/conversation/outcome.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { EventSubject } from '../../domain/documents/events/event-subject.ts';
import * as sefaz from '../../domain/sefaz/outcomes.ts';
import * as sefin from '../../domain/sefin/outcomes.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import type { SpokenStep } from '../conversation/matter.ts';
import type { Parts } from '../parts.ts';
import type { EventAnswer } from './answer.ts';
import type { EventAttempt } from './attempt.ts';
import * as goodsLayout from './goods/layout.ts';
import * as goods from './goods/messages.ts';
import * as serviceLayout from './service/layout.ts';
import * as service from './service/messages.ts';

/** How events of documents of some types are laid out and spoken about. */
type EventSpeech = {
  /** What a code of the authority means for an event. */
  eventOutcomeOf: (code: string) => EventOutcome;
  /** The event as it will be sent, with what the schema finds in it. */
  signedEvent: (
    em: EntityManager,
    of: { event: DocumentEvent; about: EventSubject; signer: Signer },
    parts: Parts,
  ) => Promise<{ xml: string; faults: SchemaFault[] }>;
  /** The service that it is sent to, where somebody judges that. */
  judgedOf: (state: EventAttempt) => JudgedService | null;
  messageAbout: (state: EventAttempt, step: SpokenStep) => Message<EventAnswer>;
};

const ofGoods: EventSpeech = { ...goodsLayout, ...goods, eventOutcomeOf: sefaz.eventOutcomeOf };
const ofServices: EventSpeech = { ...serviceLayout, ...service, eventOutcomeOf: sefin.eventOutcomeOf };

/** The speech of events of each type of document. */
export const speechOf: Record<DocumentType, EventSpeech> = { NFE: ofGoods, NFCE: ofGoods, NFSE: ofServices };

/** Whether the authority makes the event itself, so that it is only asked for: an NFS-e replaces another by being issued. */
export function isMadeByAuthority({ type }: DocumentEvent, about: Pick<EventSubject, 'type'>): boolean {
  return type === 'CANCELLATION_BY_SUBSTITUTION' && traitsOf[about.type].authority === 'SEFIN';
}
