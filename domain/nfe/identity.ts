import type { Environment } from '../companies/settings.ts';

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
};
