import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../in-company.ts';
import { openRestoration } from '../installations/restoration.ts';
import { type CertificateFigures, readCertificates } from './certificates.ts';
import { type ClosingFigures, readClosings } from './closings.ts';
import { type DistributionFigure, readDistributions } from './distributions.ts';
import { readSilences, type SilenceFigure } from './silences.ts';
import { readStandings, type StandingFigure } from './standings.ts';
import { readWaits, type WaitFigure } from './waits.ts';
import { readWebhookBacklog, type WebhookBacklog } from './webhook-backlog.ts';

/** How an installation stands, all companies and offices together. */
export type Figures = {
  waits: WaitFigure[];
  webhooks: WebhookBacklog;
  certificates: CertificateFigures;
  silences: SilenceFigure[];
  standings: StandingFigure[];
  distributions: DistributionFigure[];
  closings: ClosingFigures;
  /** Whether emission stands still because the database was restored. */
  isRestored: boolean;
};

/** Longer than any of them takes on a large database that is well; a sick one is not burdened further. */
const statementTimeoutMs = 5_000;

/** Reads the figures, on one connection. For logins that see all companies: the worker's and the owner's. */
export function readFigures(orm: Orm): Promise<Figures> {
  return acrossCompanies(orm).transactional(async (em) => {
    await em.execute(`set local statement_timeout = ${statementTimeoutMs}`);
    return {
      waits: await readWaits(em),
      webhooks: await readWebhookBacklog(em),
      certificates: await readCertificates(em),
      silences: await readSilences(em),
      standings: await readStandings(em),
      distributions: await readDistributions(em),
      closings: await readClosings(em),
      isRestored: (await openRestoration(em)) !== null,
    };
  });
}
