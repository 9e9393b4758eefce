import { Gauge, type Registry } from 'prom-client';
import type { MetricsSource } from '../adapters/metrics/serve-metrics.ts';
import type { Logger } from '../config/logger.ts';
import type { Orm } from '../config/orm.ts';
import { environments } from '../domain/companies/settings.ts';
import type { Standing } from '../domain/conversation/authority.ts';
import { waitKinds } from '../domain/conversation/waiting.ts';
import { brasiliaDay } from '../domain/fiscal-time.ts';
import { distributionSources, distributionStatuses } from '../domain/received/kinds.ts';
import type { LawTables } from '../domain/taxation/law-tables.ts';
import { expiryOf } from '../domain/taxation/rates/ibs-cbs.ts';
import { type InstallationFigures, readFigures } from '../operations/figures/figures.ts';

/** For so long a scrape gets the figures that were read last. */
const freshMs = 15_000;

/** The registry as text. Its figures of the installation are read from the database every 15 seconds at most, however often it is scraped. */
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

/** Removes every value: a gauge without labels that is only reset would show 0, which is a figure. */
function clear(gauges: InstallationGauges): void {
  for (const gauge of Object.values<Gauge>(gauges)) {
    gauge.reset();
    gauge.remove({});
  }
}

function show(gauges: InstallationGauges, figures: InstallationFigures): void {
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

/** Shows 0 for each kind of wait that nothing is in, because an absent series looks like one that nobody scrapes. */
function showWaits({ waiting, waitingOldest }: InstallationGauges, { waits }: InstallationFigures): void {
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

function showWebhooks(gauges: InstallationGauges, { webhooks }: InstallationFigures): void {
  gauges.pending.set({ endpoint: 'well' }, webhooks.pending);
  gauges.pending.set({ endpoint: 'in_trouble' }, webhooks.pendingInTrouble);
  gauges.overdue.set(webhooks.overdueSeconds);
  gauges.endpoints.set({ state: 'in_trouble' }, webhooks.endpointsInTrouble);
  gauges.endpoints.set({ state: 'disabled' }, webhooks.endpointsDisabled);
}

function showCertificates(gauges: InstallationGauges, { certificates }: InstallationFigures): void {
  const { expired, within1Day, within7Days, within30Days, later, missing, ending } = certificates;
  const groups = { expired, '1d': within1Day, '7d': within7Days, '30d': within30Days, more: later, missing };
  for (const [left, count] of Object.entries(groups)) gauges.certificates.set({ left }, count);
  for (const { companyId, taxId, notAfter } of ending) {
    gauges.certificateEnd.set({ company_id: companyId, tax_id: taxId }, notAfter.getTime() / 1000);
  }
}

function showDistributions(gauges: InstallationGauges, { distributions }: InstallationFigures): void {
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

const seconds = 'how long the oldest has, in seconds; 0 where there is none';

/**
 * Figures of the whole installation, which each worker reads from the database: all workers show the same, so queries take the maximum and never the
 * sum. All names begin with `lavra_installation_`, except that of the standing of the authorities, which belong to no installation.
 */
function createInstallationGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name: `lavra_installation_${name}`, help, labelNames, registers: [registry] });
  return {
    figuresUp: gauge(
      'figures_up',
      'Whether the figures could be read from the database; without them the others are missing.',
      [],
    ),
    waiting: gauge('waiting', 'What is under way or stopped, by what it waits for.', [
      'subject',
      'environment',
      'kind',
    ]),
    waitingOldest: gauge('waiting_oldest_seconds', `By what is waited for, ${seconds}.`, [
      'subject',
      'environment',
      'kind',
    ]),
    pending: gauge(
      'webhook_deliveries_pending',
      'Deliveries that are to be made, to endpoints that are well or in trouble.',
      ['endpoint'],
    ),
    overdue: gauge(
      'webhook_overdue_seconds',
      'For how long the longest overdue attempt has not been made; 0 where none is.',
      [],
    ),
    endpoints: gauge(
      'webhook_endpoints',
      'Endpoints whose last round failed, and those that were switched off after failures.',
      ['state'],
    ),
    certificates: gauge(
      'certificates',
      'Certificates that active companies sign with, by how long they last; each is in one group.',
      ['left'],
    ),
    certificateEnd: gauge(
      'certificate_expiry_timestamp_seconds',
      'When a certificate ends, of the first 50 that end within 30 days.',
      ['company_id', 'tax_id'],
    ),
    silenced: gauge('silenced_taxpayers', 'Taxpayers of whom an authority wants silence now (656, 429).', [
      'service',
      'environment',
    ]),
    standing: new Gauge({
      name: 'lavra_authority_standing',
      help: 'How the service of an authorizer stands: 1 open, 0.5 an SVC that is being switched off, 0 shut or off.',
      labelNames: ['authorizer', 'environment', 'model', 'state'],
      registers: [registry],
    }),
    distributions: gauge('distributions', 'Companies by how their questions for received documents stand.', [
      'source',
      'status',
    ]),
    nsuBehind: gauge('distribution_nsu_behind', 'Entries that the source told of and that are still to come.', [
      'source',
    ]),
    distributionOverdue: gauge(
      'distribution_overdue_seconds',
      'For how long the most overdue question has not been asked; 0 where none is.',
      ['source'],
    ),
    closings: gauge('closings', 'Closings under way; waiting ones are running, too.', ['state']),
    restored: gauge('restored', 'Whether emission stands still because the database was restored.', []),
    closingOldest: gauge('closing_oldest_seconds', `Of closings under way, ${seconds}.`, []),
  };
}
type InstallationGauges = ReturnType<typeof createInstallationGauges>;

/** Shows until when the rates of IBS and CBS are known in this process's tables. */
export function showRates(registry: Registry, rates: LawTables): void {
  new Gauge({
    name: 'lavra_rates_expiry_timestamp_seconds',
    help: 'From when rates of IBS and CBS are missing in the tables of this process.',
    registers: [registry],
    collect() {
      const { from } = expiryOf(rates, brasiliaDay(new Date()));
      this.set(Date.parse(`${from}T00:00:00-03:00`) / 1000);
    },
  });
}
