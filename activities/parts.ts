import type { MonthlyComparison } from '../domain/comparison/rule.ts';
import type { Blobs } from '../adapters/blobs/blobs.ts';
import type { Mailer } from '../adapters/mail/mail.ts';
import type { WorkMetrics } from '../adapters/metrics/work-metrics.ts';
import type { Wire } from '../adapters/mutual-tls/wire.ts';
import type { Deliverer } from '../adapters/outbound/deliver.ts';
import type { Renderer } from '../adapters/rendering/renderer.ts';
import type { Validator } from '../adapters/schemas/validator.ts';
import type { Logger } from '../config/logger.ts';
import type { Orm } from '../config/orm.ts';
import type { SchemaFamily } from '../domain/document-types.ts';
import type { MasterKey } from '../domain/seal.ts';
import type { LawTables } from '../domain/taxation/law-tables.ts';
import type { KnownStandings } from './authority/known-standings.ts';
import type { TurnsUnderWay } from './conversation/turns-under-way.ts';
import type { Identities } from './identities.ts';

/** What the activities work with, made once per worker process. */
export type Parts = {
  orm: Orm;
  masterKey: MasterKey;
  /** Rates that laws change. */
  rates: LawTables;
  identities: Identities;
  wire: Wire;
  /** Checks against the schemas of a family in force on a date. */
  validatorOn(family: SchemaFamily, date: Date): Validator;
  deliverer: Deliverer;
  /** Sends mails; null where no mail server is set. */
  mailer: Mailer | null;
  /** The same for mails about documents, of which there may be thousands: its connections are kept. */
  documentMailer: (Mailer & { close(): void }) | null;
  /** To which address a mail about a document is returned, by its id; null where bounces are not read. */
  returnPathOf: ((mailId: string) => string) | null;
  /** Where the ZIPs of closings lie, and for how long. */
  blobs: Blobs;
  closingRetentionDays: number;
  /** Prints PDFs; null where no browser is set. */
  renderer: Renderer | null;
  /** Where people reach the API from outside, for links in mails. */
  publicUrl: string | undefined;
  /** Where they reach the panel, for the same. */
  panelUrl: string;
  /** Runs a step that computes or touches our database once one of the few slots is free: more at once than the cores can carry would delay each other. */
  steps<Result>(work: () => Promise<Result>): Promise<Result>;
  turns: TurnsUnderWay;
  /** How the services of the authorities stand, as this process last read, and the time between two questions about one. */
  standings: KnownStandings;
  statusPaceMs: number;
  /** What is compared each month without anybody asking for it. */
  monthlyComparison: MonthlyComparison;
  /** How long a source of received documents wants to be left alone once there is nothing more. */
  distributionWaitSeconds: number;
  logger: Logger;
  metrics: WorkMetrics;
  /** The time, and a random number in [0, 1); tests replace both. */
  now(): Date;
  chance(): number;
  /** Lavra's version, printed in verProc. */
  version: string;
};
