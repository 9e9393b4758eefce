import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { createOrm } from '../../config/orm.ts';
import { freePorts } from '../../local/free-ports.ts';
import { startPostgres } from '../../local/postgres.ts';
import { schemaPack } from '../../local/schemas.ts';
import { localSettings } from '../../local/settings.ts';
import { temporalExecutable } from '../../local/temporal-executable.ts';
import { startTemporal } from '../../local/temporal.ts';
import { timeSkippingServer } from '../../local/time-skipping-server.ts';
import { workflowsPath } from '../../temporal/worker.ts';
import { quietRuntime } from './quiet-runtime.ts';

const started = Date.now();
const say = (line: string): boolean => process.stdout.write(`${String(Date.now() - started).padStart(6)} ms ${line}\n`);

/** Starts the real parts once for the whole run: PostgreSQL with a migrated template, Temporal, the schemas, the workflow bundle. */
export default async function start(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-tests-'));
  await chmod(folder, 0o755); // as root PostgreSQL runs as another user, who must get in
  const settings = localSettings();
  const ports = await freePorts(settings.ports);
  const [postgres, temporal] = await Promise.all([
    postgresWithTemplate(folder, ports.postgres.port),
    temporalServer(ports.temporal.port),
    bundle(folder),
    schemaPack(settings, say).then((pack) => void (process.env.TEST_SCHEMAS = pack)),
    timeSkippingServer(settings, say).then((path) => void (process.env.TEST_TIME_SKIPPING = path)),
  ]);
  Object.assign(globalThis, { parts: [postgres, temporal] });
}

async function postgresWithTemplate(folder: string, port: number) {
  const postgres = await startPostgres({
    dataDir: join(folder, 'pg'),
    port,
    log: () => {},
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
  });
  const template = new URL(postgres.url);
  template.pathname = '/template_lavra';
  const orm = await createOrm(template.href);
  await orm.schema.ensureDatabase();
  await orm.migrator.up();
  await orm.close();
  process.env.TEST_POSTGRES = postgres.url;
  say('PostgreSQL');
  return postgres;
}

async function temporalServer(port: number) {
  quietRuntime();
  const temporal = await startTemporal({
    executable: await temporalExecutable(localSettings(), say),
    port,
    log: () => {},
  });
  process.env.TEST_TEMPORAL = temporal.address;
  say('Temporal');
  return temporal;
}

async function bundle(folder: string): Promise<void> {
  process.env.TEST_WORKFLOW_BUNDLE = join(folder, 'workflows.js');
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  await writeFile(process.env.TEST_WORKFLOW_BUNDLE, code);
  say('workflow bundle');
}
