import type { EmissionEnd, EventEnd, InutilizationEnd } from '../domain/conversation/progress.ts';
import { Document } from '../domain/documents/document.entity.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { prepare, type Prepared } from './conversation/prepare.ts';
import { eventPreparation } from './fiscal-event/prepare.ts';
import { inutilizationPreparation } from './inutilization/prepare.ts';
import { notePreparation } from './note/prepare.ts';
import type { Parts } from './parts.ts';

/** `accessKey` is null where the authority gives it with its answer. */
export type PreparedNote = Prepared<EmissionEnd, { accessKey: string | null }>;

/** Builds the activities that only touch our own database. */
export function storeActivities(parts: Parts) {
  return {
    /** Claims the document for this attempt, then numbers, builds, signs and commits it. Repeating it changes nothing. */
    prepare: (documentId: string, attempt: number): Promise<PreparedNote> =>
      prepare(parts, notePreparation, documentId, attempt),

    /** The access key of a document once it is authorized: what the authority gave where `prepare` knew none. */
    async accessKeyOf(documentId: string): Promise<string | null> {
      const { accessKey } = await acrossCompanies(parts.orm).findOneOrFail(Document, { id: documentId });
      return accessKey ?? null;
    },

    /** The same for an event: claimed, built, signed and committed before it is sent. */
    prepareEvent: (eventId: string, attempt: number): Promise<Prepared<EventEnd>> =>
      prepare(parts, eventPreparation, eventId, attempt),

    /** The same for a range of numbers. */
    prepareInutilization: (id: string, attempt: number): Promise<Prepared<InutilizationEnd>> =>
      prepare(parts, inutilizationPreparation, id, attempt),
  };
}
export type StoreActivities = ReturnType<typeof storeActivities>;
