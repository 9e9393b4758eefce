import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Authority, Call, AuthorityService, Message } from '../../domain/conversation/authority.ts';
import type { Step } from '../../domain/conversation/next-step.ts';
import type { HeldProgress, Progress } from '../../domain/conversation/progress.ts';
import type { OpenProgress } from '../../domain/conversation/wait-of.ts';
import type { Wait } from '../../domain/conversation/waiting.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { sefin } from '../../domain/sefin/authority.ts';
import type { Transaction } from '../../operations/outbox.ts';
import type { LogFields } from '../../telemetry/log-fields.ts';
import type { Parts } from '../parts.ts';

/** What a conversation needs to decide its next step. */
export type Conversation = {
  /** What its calls are found by: an access key, or the Id of an event or range. */
  subject: string;
  speaker: Speaker;
  environment: Environment;
  /** The calls about the subject so far, oldest first. */
  calls: Call[];
};

/** The company that sends the messages, and the certificate that it uses. */
export type Speaker = { companyId: string; taxId: string; certificateId: string | null };

/** An attempt as the database has it: open, or ended. */
export type LoadedAttempt<State, End> = { state: State } | { end: End };

/** A kind of thing that must reach an authority exactly once (a note, an event, a range of numbers), and how the conversation about it goes. */
export type Matter<State extends Conversation, Answer extends { cStat: string }, End> = {
  /** The log field that holds its id. */
  idName: 'documentId' | 'eventId' | 'inutilizationId' | 'replacedId';
  /** Further log fields, besides id, attempt and company. */
  logFieldsOf: (state: State) => LogFields;
  /** The authority that is spoken to. */
  authorityOf: (state: State) => Authority;
  /** Reads everything that a turn needs. */
  load: (em: EntityManager, id: string, attempt: number) => Promise<LoadedAttempt<State, End>>;
  /**
   * Decides what to do now: from the calls so far, and from when its service was last known to serve (`servingAt`). Times are in epoch
   * milliseconds.
   */
  next: (state: State, now: number, servingAt?: number | null) => Step | Hold;
  /**
   * The service that its message goes to, where an actor judges that service; null where the conversation itself asks whether the service is back.
   */
  authorityServiceOf: (state: State) => AuthorityService | null;
  /** The message of a step. */
  message: (state: State, step: SendingStep) => Message<Answer>;
  /** Writes what an answer changes, with the row locked. */
  settle: (tx: Transaction, state: State, answer: Answer, now: Date) => Promise<Progress<End>>;
  /** Writes, where people read it, what an open attempt waits for. */
  explain: ExplainWait;
  /**
   * May do something in place of waiting, and returns the progress of that, or `progress` unchanged where nothing is to be done. Only notes of
   * goods have it, because only they can be issued in another form.
   */
  otherwise?: (parts: Parts, state: State, progress: OpenProgress) => Promise<Progress<End>>;
  /**
   * Tells webhooks and people that a person must decide, once the reason is written. Null for events and ranges, about which no person decides: one
   * that was sent several times and never answered is tried again every hour.
   */
  tellPerson: ((parts: Parts, id: string) => Promise<unknown>) | null;
};

export type ExplainWait = (
  em: EntityManager,
  id: string,
  attempt: number,
  wait: Omit<Wait, 'since'>,
) => Promise<unknown>;

/** Nothing may be sent now, for a reason that lies outside the conversation. */
export type Hold = { do: 'hold'; held: HeldProgress };

/** A step that sends a message. */
export type SendingStep = Exclude<Step, { do: 'wait' | 'stop' }>;

const authorities = { SEFAZ: sefaz, SEFIN: sefin };

/** The authority that authorizes documents of a type. */
export function authorityOf(type: DocumentType): Authority {
  return authorities[traitsOf[type].authority];
}
