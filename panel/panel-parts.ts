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

/** What the panel's pages are served with. */
export type PanelParts = WebhookParts & {
  /** By the panel's own login. */
  orm: Orm;
  /** Where the ZIPs of closings lie. */
  blobs: ClosingParts['blobs'];
  /** Starts and wakes runs: what people ask for is committed first. */
  temporal: Client;
  /** Whether the worker sends mails; without, links are shown to who hands them over. */
  sendsMail: boolean;
  /** Of which people a second factor is asked before any page of a company, an office or the installation opens. */
  secondFactor: SecondFactorDuty;
  /** The organization's own sign-in, where there is one. */
  provider?: IdentityProvider | null;
  /** Whether people come in by a password of ours. */
  passwords?: Passwords;
  /** How long a page waits for the authority: 25 seconds unless it is given. */
  patienceMs?: number;
  /** Roots and intermediates in which a certificate's chain may end, in PEM. */
  trust: string[];
  /** Over which the first questions for received documents are spread: an hour unless it is given. */
  distributionWaitSeconds?: number;
  /** Whether a company can issue now, as `readinessOf` finds out; the authority is asked as the company. */
  examine: (company: ActingCompany) => Promise<DoctorFinding[]>;
  /** Whether what runs in the installation is well, apart from its companies: read by `look`, and told part by part. */
  examineInstallation: (look: ReadOverAll, told: (findings: DoctorFinding[]) => void) => Promise<DoctorFinding[]>;
  renderer: Pick<Renderer, 'pdf' | 'pdfs'>;
  logger: Logger;
  requestMetrics?: Metrics;
  /** The tables of law in force, by which pages of documents are drawn. */
  rates: LawTables;
  /** What the operator's file says in place of the shipped tables, as it was read, and the schemas that a rehearsal checks by. */
  law: Pick<RehearsalMeans, 'packs'> & { given: unknown };
  version: string;
  /** Where people reach the panel: decides how its cookie is kept, and where forms may come from. */
  url: string;
  /** Of which systems portal links lead back to pages, and may be shown in frames. */
  portalOrigins: readonly string[];
  /** Where systems reach the API, for the calls that pages write down. */
  apiUrl: string;
  /** Where Temporal's UI shows a run, by its id; absent where nobody said where it is. */
  runAddress?: ((workflowId: string) => string) | undefined;
  /** Whether the API keeps the last calls of companies' keys. */
  keepsCalls?: boolean;
  /** Steers the simulated authority; absent beside a real one. */
  simulator?: SimulatorControl | undefined;
  stopping: AbortSignal;
  /** Aborted a while after `stopping`: files that are still being sent end. */
  cut: AbortSignal;
  /** Whether work still gets connections to the database. */
  isStuck?: () => boolean;
};
