import type { EmissionEnd, EventEnd, InutilizationEnd } from '../domain/conversation/progress.ts';
import { Document } from '../domain/documents/document.entity.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { prepare, type PreparationResult } from './conversation/prepare.ts';
import { eventPreparation, eventMatter } from './fiscal-event/matter.ts';
import { rangeMatter, inutilizationPreparation } from './inutilization.ts';
import { noteMatter, notePreparation } from './note/matter.ts';
import type { Parts } from './parts.ts';

/** What a run shows about its note. Histories recorded before the number was shown have none. */
export type ShownNote = {
  /** Null where the authority gives it with its answer. */ accessKey: string | null;
  /** `1/123`. */ number?: string;
};
export type PreparedNote = PreparationResult<EmissionEnd, ShownNote>;

/** Builds the local activities: steps that only touch our own database, except that a first turn may follow at the authority. */
export function storeActivities(parts: Parts) {
  return {
    /**
     * Claims the document for this attempt, numbers, builds, signs and commits it, and takes the first turn of its conversation. Repeating it is
     * safe: what was prepared stays as it is, and what may have been sent is asked about.
     */
    prepare: (documentId: string, attempt: number): Promise<PreparedNote> =>
      prepare(parts, notePreparation, noteMatter, { id: documentId, attempt }),

    /** The access key of an authorized document: for a note whose key `prepare` did not know yet. */
    async accessKeyOf(documentId: string): Promise<string | null> {
      const { accessKey } = await acrossCompanies(parts.orm).findOneOrFail(Document, { id: documentId });
      return accessKey ?? null;
    },

    /** Makes an event ready: claims, builds, signs and commits it before it is sent. */
    prepareEvent: (eventId: string, attempt: number): Promise<PreparationResult<EventEnd>> =>
      prepare(parts, eventPreparation, eventMatter, { id: eventId, attempt }),

    /** Makes a range of numbers ready, in the same way. */
    prepareInutilization: (id: string, attempt: number): Promise<PreparationResult<InutilizationEnd>> =>
      prepare(parts, inutilizationPreparation, rangeMatter, { id, attempt }),
  };
}
export type StoreActivities = ReturnType<typeof storeActivities>;
