import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import type { Orm } from '../config/orm.ts';
import type { MasterKey } from '../domain/access/seal.ts';
import type { RateTables } from '../domain/taxation/rate-tables.ts';
import type { Deliverer } from '../outbound/deliver.ts';
import type { GuardOptions } from '../outbound/guard.ts';

/** What the API works with, made once per process. */
export type ApiParts = {
  orm: Orm;
  temporal: Client;
  masterKey: MasterKey;
  /** Rates that laws change, for totals and previews. */
  rates: RateTables;
  /** Draws a page of HTML as PDF. */
  renderer: { pdf(html: string): Promise<Uint8Array> };
  /** Sends the ping of a registration. */
  deliverer: Deliverer;
  /** Which URLs may be registered. */
  guard: GuardOptions;
  /** How long a request waits for the authority: 25 seconds unless it is given. */
  patienceMs?: number;
  logger: Logger;
  /** Aborted when the process is told to stop: readiness ends, and connections with it. */
  stopping: AbortSignal;
  /** Aborted a while after `stopping`: answers that are still streaming end. */
  cut?: AbortSignal;
};
