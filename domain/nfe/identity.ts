import type { Environment } from '../companies/settings.ts';
import type { IssuedInContingency } from '../contingency-mode.ts';

/** What identifies a note, drawn when it is issued. */
export type NoteIdentity = {
  series: number;
  number: number;
  /** Eight digits (`randomCNF`). */
  cNF: string;
  issuedAt: Date;
  /** The document's own, fixed at its creation. */
  environment: Environment;
  /** Lavra's version, for verProc. */
  version: string;
  /** Absent or null where the note is issued the normal way. It goes into the key, and with it into all that is made of the key. */
  contingency?: IssuedInContingency | null;
};
