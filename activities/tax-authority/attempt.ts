import type { EntityManager } from '../../config/orm.ts';
import type { DocumentStatus } from '../../domain/documents/status.ts';
import type { EmissionEnd, Progress } from '../../domain/emission/progress.ts';
import { keyModel } from '../../domain/nfe/access-key.ts';
import type { Parts } from '../parts.ts';
import type { Topic } from './converse.ts';
import type { Situation } from './situation.ts';

/** One attempt to issue a document, ready to be spoken of. `takesAny`: a person adopts what the authority holds, whatever its content. */
export type Attempt = {
  documentId: string;
  attempt: number;
  prepared: NonNullable<Situation['prepared']>;
  topic: Topic;
  takesAny: boolean;
};

/** The attempt that a situation describes; null where the company has no certificate to speak with. */
export async function attemptOf(parts: Parts, em: EntityManager, situation: Situation): Promise<Attempt | null> {
  const { documentId, currentAttempt: attempt, prepared, certificateId, companyId, state, environment } = situation;
  if (!prepared) throw new Error(`attempt ${attempt} of document ${documentId} was never prepared`);
  const identity = certificateId === null ? null : await parts.identities.byId(em, certificateId);
  if (!identity || identity.notAfter <= new Date()) return null;
  const { subject } = prepared;
  const company = { id: companyId, state };
  const topic = { company, environment, model: keyModel(subject), identity, subject };
  return { documentId, attempt, prepared, topic, takesAny: false };
}

/** Whether the document still waits for the end of this attempt. */
export function isOpen({ status, currentAttempt }: Situation, attempt: number): boolean {
  return status === 'PROCESSING' && currentAttempt === attempt;
}

/** How the attempt of a document that no longer waits has ended. */
export function endOf({ status }: { status: DocumentStatus }): EmissionEnd {
  return status === 'AUTHORIZED' || status === 'CANCELLED' ? 'AUTHORIZED' : 'REJECTED';
}

export function alreadySettled(document: { status: DocumentStatus }): Progress<EmissionEnd> {
  return { kind: 'settled', end: endOf(document) };
}
