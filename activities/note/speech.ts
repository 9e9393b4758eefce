import type { Message } from '../../domain/conversation/authority.ts';
import type { JudgedService } from '../../domain/conversation/standing.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { SpokenStep } from '../conversation/matter.ts';
import type { NoteAttempt } from './attempt.ts';
import * as goods from './goods/messages.ts';
import type { ReadAnswer } from './read-answer.ts';
import * as service from './service/messages.ts';

/** How notes of a type are spoken about. */
type NoteSpeech = {
  /** The service that it is sent to, where somebody judges that. */
  judgedOf: (state: NoteAttempt) => JudgedService | null;
  /** The message of a step. */
  messageAbout: (state: NoteAttempt, step: SpokenStep) => Message<ReadAnswer>;
  /** The question about an access key that a person wants to adopt. */
  askAbout: (state: NoteAttempt, accessKey: string) => Message<ReadAnswer>;
};

/** The speech of each type of document. */
export const speechOf: Record<DocumentType, NoteSpeech> = { NFE: goods, NFCE: goods, NFSE: service };
