import type { Environment } from '../companies/settings.ts';

/** What identifies a DPS, drawn when it is issued. */
export type DpsIdentity = {
  series: number;
  number: number;
  issuedAt: Date;
  /** The document's own, fixed at its creation. */
  environment: Environment;
  /** Lavra's version, for verAplic. */
  version: string;
};
