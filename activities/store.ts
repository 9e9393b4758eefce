import type { EmissionEnd, EventEnd, InutilizationEnd } from '../domain/conversation/progress.ts';
import { Document } from '../domain/documents/document.entity.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { prepare, type Prepared } from './conversation/prepare.ts';
import { fiscalEvent } from './fiscal-event/matter.ts';
import { eventPreparation } from './fiscal-event/prepare.ts';
import { inutilization } from './inutilization/matter.ts';
import { inutilizationPreparation } from './inutilization/prepare.ts';
import { note } from './note/matter.ts';
import { notePreparation } from './note/prepare.ts';
import type { Parts } from './parts.ts';

/** What a run shows of its note. `number` is missing in histories of before it was shown. */
export type ShownNote = {
  /** Null where the authority gives it with its answer. */ accessKey: string | null;
  /** `1/123`. */ number?: string;
};
export type PreparedNote = Prepared<EmissionEnd, ShownNote>;

/** Builds the local activities: steps that only touch our own database, and a first turn at the authority beside them. */
export function storeActivities(parts: Parts) {
  return {
    /**
     * Claims the document for this attempt, numbers, builds, signs and commits it, and takes the first turn of its conversation. Repeating it is
     * safe: what was prepared stays as it is, and what may have been sent is asked for.
     */
    prepare: (documentId: string, attempt: number): Promise<PreparedNote> =>
      prepare(parts, { preparation: notePreparation, matter: note, id: documentId, attempt }),

    /** The access key of a document once it is authorized: what the authority gave where `prepare` knew none. */
    async accessKeyOf(documentId: string): Promise<string | null> {
      const { accessKey } = await acrossCompanies(parts.orm).findOneOrFail(Document, { id: documentId });
      return accessKey ?? null;
    },

    /** The same for an event: claimed, built, signed and committed before it is sent. */
    prepareEvent: (eventId: string, attempt: number): Promise<Prepared<EventEnd>> =>
      prepare(parts, { preparation: eventPreparation, matter: fiscalEvent, id: eventId, attempt }),

    /** The same for a range of numbers. */
    prepareInutilization: (id: string, attempt: number): Promise<Prepared<InutilizationEnd>> =>
      prepare(parts, { preparation: inutilizationPreparation, matter: inutilization, id, attempt }),
  };
}
export type StoreActivities = ReturnType<typeof storeActivities>;
