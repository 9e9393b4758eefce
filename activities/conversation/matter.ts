import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Authority, Call, Message } from '../../domain/conversation/authority.ts';
import type { Step } from '../../domain/conversation/next-step.ts';
import type { Progress } from '../../domain/conversation/progress.ts';
import type { Transaction } from '../../operations/outbox.ts';

/** What every conversation is decided from. */
export type Conversation = {
  /** What the calls are remembered by: an access key, or the Id of an event or range. */
  subject: string;
  speaker: Speaker;
  environment: Environment;
  /** What was said so far about the subject, oldest first. */
  calls: Call[];
};

/** The company in whose name is spoken, and the certificate that it speaks with. */
export type Speaker = { companyId: string; taxId: string; certificateId: string | null };

/** An attempt as it stands in the database: open, or over, with nothing more to say. */
export type Loaded<State, End> = { state: State } | { end: End };

/** Something that must reach an authority exactly once, and how it is spoken of. */
export type Matter<State extends Conversation, Answer extends { cStat: string }, End> = {
  authority: Authority;
  /** Everything that a turn is decided from and made of. */
  load: (em: EntityManager, id: string, attempt: number) => Promise<Loaded<State, End>>;
  /** What to do now, from what was said so far alone. */
  next: (state: State, now: number) => Step;
  /** The message of a step. */
  message: (state: State, step: SpokenStep) => Message<Answer>;
  /** What an answer changes, under the lock of the row. */
  settle: (tx: Transaction, state: State, answer: Answer) => Promise<Progress<End>>;
  /** Writes what an open attempt waits for to where people read it. */
  explain: Explain;
};

export type Explain = (em: EntityManager, id: string, attempt: number, reason: string) => Promise<unknown>;

/** A step in which something is said. */
export type SpokenStep = Exclude<Step, { do: 'wait' | 'stop' }>;
