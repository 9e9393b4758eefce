import type { Client } from '@temporalio/client';
import type { Renderer } from '../adapters/rendering/renderer.ts';
import type { Logger } from '../config/logger.ts';
import type { Orm } from '../config/orm.ts';
import type { SimulatorControl } from '../domain/simulated-authority.ts';
import type { IdentityProvider, Passwords } from '../domain/accounts/identity-provider.ts';
import type { SecondFactorDuty } from '../domain/accounts/second-factor-duty.ts';
import type { LawTables } from '../domain/taxation/law-tables.ts';
import type { Metrics } from '../http/metrics.ts';
import type { ClosingParts } from '../operations/closings/store.ts';
import type { ActingCompany } from '../operations/acting.ts';
import type { DoctorFinding, ReadOverAll } from '../operations/doctor/finding.ts';
import type { RehearsalMeans } from '../operations/rehearsal/rehearse-company.ts';
import type { WebhookParts } from '../operations/webhooks/endpoints.ts';

/** What the pages and the admin API of the panel need. */
export type PanelParts = WebhookParts & {
  /** Connects with the panel's own database login. */
  orm: Orm;
  /** Where the ZIPs of closings are stored. */
  blobs: ClosingParts['blobs'];
  /** Starts and wakes workflows; what people ask for is committed before. */
  temporal: Client;
  /** Whether the worker sends mails; without it the panel shows links, which people hand over themselves. */
  sendsMail: boolean;
  /** Which people need a second factor before any page of a company, an office or the installation opens. */
  secondFactor: SecondFactorDuty;
  /** The organization's own sign-in, where there is one. */
  provider?: IdentityProvider | null;
  /** Whether people sign in by a password of the panel's own. */
  passwords?: Passwords;
  /** How long a page waits for the authority, in milliseconds: 25 seconds unless given. */
  patienceMs?: number;
  /** Root and intermediate certificates that a certificate's chain may end in, as PEM. */
  trust: string[];
  /** The seconds over which the first requests for received documents are spread: an hour unless given. */
  distributionWaitSeconds?: number;
  /** Examines whether a company can issue now (`readinessOf`); the authority is asked with the company's certificate. */
  examine: (company: ActingCompany) => Promise<DoctorFinding[]>;
  /** Examines the installation apart from its companies: `look` reads over all of them, `told` gets the findings part by part. */
  examineInstallation: (look: ReadOverAll, told: (findings: DoctorFinding[]) => void) => Promise<DoctorFinding[]>;
  renderer: Pick<Renderer, 'pdf' | 'pdfs'>;
  logger: Logger;
  requestMetrics?: Metrics;
  /** The tables of law in force, which also decide how pages of documents are drawn. */
  rates: LawTables;
  /** What the operator's file says in place of the shipped tables, as read, and the schemas that a rehearsal validates with. */
  law: Pick<RehearsalMeans, 'packs'> & { given: unknown };
  version: string;
  /** The panel's public address: decides the kind of its cookies, and where forms may come from. */
  url: string;
  /** Origins of the systems that portal links may lead back to, and that may show the panel in a frame. */
  portalOrigins: readonly string[];
  /** The public address of the API, for the calls that pages show. */
  apiUrl: string;
  /** The address of a workflow in Temporal's UI, by workflow id; absent when the UI's address is not configured. */
  runAddress?: ((workflowId: string) => string) | undefined;
  /** Whether the API stores the last calls of companies' keys. */
  keepsCalls?: boolean;
  /** Steers the simulated authority; absent when the real one is used. */
  simulator?: SimulatorControl | undefined;
  stopping: AbortSignal;
  /** Aborted a while after `stopping`: ends files that are still being sent. */
  cut: AbortSignal;
  /** Whether requests get no more connections to the database. */
  isStuck?: () => boolean;
};
