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
  /** The law's tables: rates and other facts that laws change. */
  rates: LawTables;
  identities: Identities;
  wire: Wire;
  /** The validator for the schemas of a family in force on a date. */
  validatorOn(family: SchemaFamily, date: Date): Validator;
  deliverer: Deliverer;
  /** Sends mails; null where no mail server is set. */
  mailer: Mailer | null;
  /** Sends mails about documents, of which there may be thousands: it keeps its connections open. */
  documentMailer: (Mailer & { close(): void }) | null;
  /** The return path of the mail with this id, for bounces; null where bounces are not read. */
  returnPathOf: ((mailId: string) => string) | null;
  /** Where the ZIPs of closings lie, and for how long. */
  blobs: Blobs;
  closingRetentionDays: number;
  /** Prints PDFs; null where no browser is set. */
  renderer: Renderer | null;
  /** Address of the API from outside, for links in mails. */
  publicUrl: string | undefined;
  /** Address of the panel, for links in mails. */
  panelUrl: string;
  /**
   * Runs a step that computes, or reads and writes our database, once one of a few slots is free: more steps at once than the cores can carry would
   * delay each other.
   */
  steps<Result>(work: () => Promise<Result>): Promise<Result>;
  turns: TurnsUnderWay;
  /** How the services of the authorities stand, as this process last read them. */
  standings: KnownStandings;
  statusPaceMs: number;
  /** Which months are compared without anybody asking. */
  monthlyComparison: MonthlyComparison;
  /** How long a source of received documents is left alone once it has nothing more, in seconds. */
  distributionWaitSeconds: number;
  logger: Logger;
  metrics: WorkMetrics;
  /** The time, and a random number in [0, 1); tests replace both. */
  now(): Date;
  chance(): number;
  /** Lavra's version, printed in verProc. */
  version: string;
};
