import { Gauge, type Registry } from 'prom-client';

const seconds = 'how long the oldest has, in seconds; 0 where there is none';

/**
 * Figures of the whole installation, which each worker reads from the database: several workers tell the same, so that queries take the greatest
 * and never the sum. All names begin with `lavra_installation_`, but for that of the authorities, who are nobody's.
 */
export function createInstallationGauges(registry: Registry) {
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
export type InstallationGauges = ReturnType<typeof createInstallationGauges>;
