import { LockMode } from '@mikro-orm/core';
import type { Message } from '../domain/conversation/authority.ts';
import type { LastWait } from '../domain/conversation/pauses.ts';
import type {
  EmissionEnd,
  EventEnd,
  InutilizationEnd,
  Mend,
  Progress,
  Resolution,
} from '../domain/conversation/progress.ts';
import { Document } from '../domain/documents/document.entity.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import type { ExplainWait } from './conversation/matter.ts';
import { turnsOf } from './conversation/take-turn.ts';
import { withHeartbeat, type FaultReport, orWaitForMend, retryHint } from './wait-for-mend.ts';
import { eventMatter } from './fiscal-event/matter.ts';
import { rangeMatter } from './inutilization.ts';
import { loadNote, type NoteAttempt } from './note/attempt.ts';
import { rejectDocument } from './note/issue.ts';
import { noteMatter, speechOf } from './note/matter.ts';
import type { ReadAnswer } from './note/settlement.ts';
import type { Parts } from './parts.ts';
import { transactAndWake } from './wake.ts';

/** Builds the activities that speak to a tax authority. */
export function taxAuthorityActivities(parts: Parts) {
  const notes = turnsOf(parts, noteMatter);
  const events = turnsOf(parts, eventMatter);
  const ranges = turnsOf(parts, rangeMatter);

  /** Runs one step of the conversation about an attempt; a fault of ours that keeps coming back is explained on its row. */
  const inConversation = <Done>(
    { explain }: { explain: ExplainWait },
    { id, attempt }: { id: string; attempt: number },
    work: () => Promise<Done>,
  ): Promise<Done | Mend> => {
    const report: FaultReport = {
      doing: 'na conversa com a autoridade',
      sooner: retryHint,
      explain: (wait) => explain(acrossCompanies(parts.orm), id, attempt, wait),
    };
    return withHeartbeat(() => orWaitForMend(parts, report, work));
  };
  return {
    /**
     * Takes the next step of an attempt: sends, asks, polls or asks for the service's state, one message a call, chosen from what the database
     * remembers. `waited` is what the run waited for just before; the time of the next try depends on it. Repeating it is safe: a message that may
     * have arrived is asked about before it is sent again.
     */
    authorize: (documentId: string, attempt: number, waited?: LastWait | null): Promise<Progress<EmissionEnd>> =>
      inConversation(noteMatter, { id: documentId, attempt }, () => notes.goOn({ id: documentId, attempt, waited })),

    /** Carries out what a person decided about a stopped attempt; null where the key to adopt is not authorized. */
    resolve: (documentId: string, attempt: number, resolution: Resolution): Promise<EmissionEnd | null | Mend> =>
      inConversation(noteMatter, { id: documentId, attempt }, () =>
        'adopt' in resolution
          ? adopt(parts, { documentId, attempt, accessKey: resolution.adopt }, (state, message) =>
              notes.say(state, message),
            )
          : giveUpStopped(parts, documentId, attempt),
      ),

    /** Takes the next step of registering an event, as `authorize` does. */
    register: (eventId: string, attempt: number, waited?: LastWait | null): Promise<Progress<EventEnd>> =>
      inConversation(eventMatter, { id: eventId, attempt }, () => events.goOn({ id: eventId, attempt, waited })),

    /** Takes the next step of inutilizing a range. A message that may have arrived is sent again, which for a range is the question. */
    inutilize: (id: string, attempt: number, waited?: LastWait | null): Promise<Progress<InutilizationEnd>> =>
      inConversation(rangeMatter, { id, attempt }, () => ranges.goOn({ id, attempt, waited })),
  };
}
export type TaxAuthorityActivities = ReturnType<typeof taxAuthorityActivities>;

/** Ends an attempt without authorization: a person gave up on the note, or learned elsewhere that it is not authorized. */
async function giveUpStopped(parts: Parts, documentId: string, attempt: number): Promise<EmissionEnd> {
  await transactAndWake(parts, async (tx) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
    const document = await tx.em.findOne(Document, Document.open(documentId, attempt), lock);
    if (!document) return;
    const reason = `Encerrada por um operador. ${document.waitingFor ?? ''}`.trim();
    // The authority may have the number: like that of a denied note, it is not used again.
    await rejectDocument(tx, document, { reason, cStat: document.cStat ?? null, denied: true });
  });
  return 'REJECTED';
}

/**
 * Adopts the note that the authority holds under `accessKey` as this document's own; null where it holds no authorized one, or where that is
 * another document's.
 */
async function adopt(
  parts: Parts,
  { documentId, attempt, accessKey }: { documentId: string; attempt: number; accessKey: string },
  say: (state: NoteAttempt, question: Message<ReadAnswer>) => Promise<Progress<EmissionEnd> | null>,
): Promise<EmissionEnd | null> {
  const em = acrossCompanies(parts.orm);
  const loaded = await loadNote(em, documentId, attempt);
  if ('end' in loaded) return loaded.end;
  const isTaken = (await em.count(Document, { accessKey, id: { $ne: documentId } })) > 0;
  if (isTaken) return null;
  const adopting = { ...loaded.state, subject: accessKey, takesAny: true };
  const progress = await say(adopting, speechOf[adopting.type].askAbout(adopting, accessKey));
  return progress?.kind === 'settled' ? progress.end : null;
}
