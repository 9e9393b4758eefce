import type { Registry } from 'prom-client';
import { createInstallationGauges, type InstallationGauges } from '../adapters/metrics/installation-gauges.ts';
import type { MetricsSource } from '../adapters/metrics/serve-metrics.ts';
import type { Logger } from '../config/logger.ts';
import type { Orm } from '../config/orm.ts';
import type { Standing } from '../domain/conversation/standing.ts';
import { environments } from '../domain/companies/settings.ts';
import { waitKinds } from '../domain/conversation/waiting.ts';
import { distributionSources, distributionStatuses } from '../domain/distribution/words.ts';
import { type Figures, readFigures } from '../operations/figures/figures.ts';

/** Whoever scrapes more often gets the same figures again. */
const freshMs = 15_000;

/** The registry as text, its figures of the installation read from the database, no matter how often somebody asks, every fifteen seconds at most. */
export function installationMetrics({
  orm,
  logger,
  registry,
}: {
  orm: Orm;
  logger: Logger;
  registry: Registry;
}): MetricsSource {
  const gauges = createInstallationGauges(registry);
  let readAt = -Infinity;
  let reading = Promise.resolve();
  async function refresh(): Promise<void> {
    try {
      show(gauges, await readFigures(orm));
    } catch (error) {
      logger.warn('the figures of the installation could not be read', { error });
      clear(gauges);
      gauges.figuresUp.set(0);
    }
  }
  return async () => {
    if (performance.now() - readAt >= freshMs) {
      readAt = performance.now();
      reading = refresh();
    }
    await reading;
    return registry.metrics();
  };
}

/** A reset gauge without labels would be 0, which is a figure. */
function clear(gauges: InstallationGauges): void {
  for (const gauge of Object.values(gauges)) {
    gauge.reset();
    gauge.remove({});
  }
}

function show(gauges: InstallationGauges, figures: Figures): void {
  clear(gauges);
  gauges.figuresUp.set(1);
  showWaits(gauges, figures);
  showWebhooks(gauges, figures);
  showCertificates(gauges, figures);
  for (const { service, environment, taxpayers } of figures.silences)
    gauges.silenced.set({ service, environment }, taxpayers);
  for (const { standing, ...service } of figures.standings) gauges.standing.set(service, valueOf[standing]);
  showDistributions(gauges, figures);
  const { pending, running, waiting, oldestSeconds } = figures.closings;
  for (const [state, count] of Object.entries({ pending, running, waiting })) gauges.closings.set({ state }, count);
  gauges.closingOldest.set(oldestSeconds);
  gauges.restored.set(figures.isRestored ? 1 : 0);
}

const valueOf: Record<Standing, number> = { OPEN: 1, CLOSING: 0.5, SHUT: 0, OFF: 0 };

/** A series that comes and goes cannot be told from one that nobody scrapes: what waits for nothing is 0. */
function showWaits({ waiting, waitingOldest }: InstallationGauges, { waits }: Figures): void {
  for (const subject of ['document', 'event', 'inutilization', 'replaced_note']) {
    for (const environment of environments) {
      for (const kind of waitKinds) {
        waiting.set({ subject, environment, kind }, 0);
        waitingOldest.set({ subject, environment, kind }, 0);
      }
    }
  }
  for (const { subject, environment, kind, count, oldestSeconds } of waits) {
    const labels = { subject, environment: environment ?? 'none', kind };
    waiting.set(labels, count);
    waitingOldest.set(labels, oldestSeconds);
  }
}

function showWebhooks(gauges: InstallationGauges, { webhooks }: Figures): void {
  gauges.pending.set({ endpoint: 'well' }, webhooks.pending);
  gauges.pending.set({ endpoint: 'in_trouble' }, webhooks.pendingInTrouble);
  gauges.overdue.set(webhooks.overdueSeconds);
  gauges.endpoints.set({ state: 'in_trouble' }, webhooks.endpointsInTrouble);
  gauges.endpoints.set({ state: 'disabled' }, webhooks.endpointsDisabled);
}

function showCertificates(gauges: InstallationGauges, { certificates }: Figures): void {
  const { expired, within1Day, within7Days, within30Days, later, missing, ending } = certificates;
  const groups = { expired, '1d': within1Day, '7d': within7Days, '30d': within30Days, more: later, missing };
  for (const [left, count] of Object.entries(groups)) gauges.certificates.set({ left }, count);
  for (const { companyId, taxId, notAfter } of ending) {
    gauges.certificateEnd.set({ company_id: companyId, tax_id: taxId }, notAfter.getTime() / 1000);
  }
}

function showDistributions(gauges: InstallationGauges, { distributions }: Figures): void {
  for (const source of distributionSources) {
    const own = distributions.filter((each) => each.source === source);
    for (const status of distributionStatuses) {
      gauges.distributions.set({ source, status }, own.find((each) => each.status === status)?.count ?? 0);
    }
    gauges.nsuBehind.set(
      { source },
      own.reduce((sum, { nsuBehind }) => sum + nsuBehind, 0),
    );
    gauges.distributionOverdue.set({ source }, Math.max(0, ...own.map(({ overdueSeconds }) => overdueSeconds)));
  }
}
