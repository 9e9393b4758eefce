import type {
  EmissionEnd,
  EventEnd,
  InutilizationEnd,
  Mend,
  Progress,
  Resolution,
} from '../domain/conversation/progress.ts';
import type { LastWait } from '../domain/conversation/pauses.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import type { Conversation, Explain, Matter } from './conversation/matter.ts';
import { retryHint, type FaultReport, orWaitForMend } from './conversation/repeated-fault.ts';
import { takeTurn } from './conversation/take-turn.ts';
import { fiscalEvent } from './fiscal-event/matter.ts';
import { inutilization } from './inutilization/matter.ts';
import { note } from './note/matter.ts';
import { resolveNote } from './note/resolution.ts';
import { alive } from './heartbeat.ts';
import type { Parts } from './parts.ts';

/** Builds the activities that speak to a tax authority. */
export function taxAuthorityActivities(parts: Parts) {
  const { orm } = parts;
  const inTheConversation = ({ explain }: { explain: Explain }, id: string, attempt: number): FaultReport => ({
    doing: 'na conversa com a autoridade',
    sooner: retryHint,
    explain: (wait) => explain(acrossCompanies(orm), id, attempt, wait),
  });
  const turn: Turn = <State extends Conversation, Answer extends { cStat: string }, End>(
    matter: Matter<State, Answer, End>,
    id: string,
    attempt: number,
    waited?: LastWait | null,
  ) =>
    alive(() =>
      orWaitForMend(
        parts,
        inTheConversation(matter, id, attempt),
        () => parts.turns.take<End>(id, attempt) ?? takeTurn(parts, matter, { id, attempt, waited }),
      ),
    );
  return {
    /**
     * Takes the next step of an attempt: sends, asks, polls or asks for the service's state, one message a call, chosen from what the database
     * remembers. `waited` is what the run waited for just before: it tells when the next try is. Repeating it is safe: a message that may have
     * arrived is asked for before it is sent again.
     */
    authorize: (documentId: string, attempt: number, waited?: LastWait | null): Promise<Progress<EmissionEnd>> =>
      turn(note, documentId, attempt, waited),

    /** Carries out what a person decided about a stopped attempt; null where the key to adopt is not authorized. */
    resolve: (documentId: string, attempt: number, resolution: Resolution): Promise<EmissionEnd | null | Mend> =>
      alive(() =>
        orWaitForMend(parts, inTheConversation(note, documentId, attempt), () =>
          resolveNote(parts, documentId, attempt, resolution),
        ),
      ),

    /** The next step of registering an event, in the same way. */
    register: (eventId: string, attempt: number, waited?: LastWait | null): Promise<Progress<EventEnd>> =>
      turn(fiscalEvent, eventId, attempt, waited),

    /** The next step of inutilizing a range. A message that may have arrived is sent again: for a range, that is the question. */
    inutilize: (id: string, attempt: number, waited?: LastWait | null): Promise<Progress<InutilizationEnd>> =>
      turn(inutilization, id, attempt, waited),
  };
}
export type TaxAuthorityActivities = ReturnType<typeof taxAuthorityActivities>;

type Turn = <State extends Conversation, Answer extends { cStat: string }, End>(
  matter: Matter<State, Answer, End>,
  id: string,
  attempt: number,
  waited?: LastWait | null,
) => Promise<Progress<End>>;
