import type { Environment } from '../companies/settings.ts';
import type { DocumentType } from '../document-types.ts';

/** How a note, an event or a range ended at the authority, as those who count want to know it. */
export type EndedMatter =
  | {
      what: 'document';
      type: DocumentType;
      environment: Environment;
      outcome: 'authorized' | 'rejected' | 'denied' | 'cancelled';
      /** Null where nothing was sent. */
      cStat: string | null;
      /** From the request to the authorization; null for every other end. */
      seconds: number | null;
    }
  | { what: 'event'; type: string; outcome: 'registered' | 'rejected'; cStat: string | null };
