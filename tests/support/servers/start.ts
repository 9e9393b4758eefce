import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localLogins } from '../../../local/postgres/logins.ts';
import { startPostgres } from '../../../local/postgres/server.ts';
import { startProgram } from '../../../local/services/program.ts';
import { answersOk, untilReady } from '../../../local/services/service.ts';
import { localSettings } from '../../../local/settings.ts';
import { temporalExecutable } from '../../../local/temporal/executable.ts';
import { timeSkippingServer } from './time-skipping-server.ts';
import { schemaPack } from '../../../machine/schema-pack.ts';
import { bundleWorkflows } from '../../../worker/bundle.ts';
import { keepCompiledCode } from './compiled-code.ts';
import { ownPorts } from './own-ports.ts';
import { patientOrm } from './parts.ts';

const started = Date.now();
const say = (line: string): boolean => process.stdout.write(`${String(Date.now() - started).padStart(6)} ms ${line}\n`);

/** Java's programs run for seconds here: its second compiler and the threads of its collector take twice what the programs do. */
const briefJava = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/**
 * Prepares once for the whole run what test files share: PostgreSQL with a migrated template, the program that runs their APIs, Temporal's
 * program, the schemas, the workflow bundle.
 */
export default async function start(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-tests-'));
  await chmod(folder, 0o755); // under root, PostgreSQL runs as another user, which must enter it
  process.env.TEST_PORTS = join(folder, 'ports');
  await mkdir(process.env.TEST_PORTS);
  process.env.JAVA_TOOL_OPTIONS ??= briefJava;
  const settings = localSettings();
  const packing = schemaPack(settings, say);
  // awaited later, so that it runs beside the rest
  const compiling = keepCompiledCode(folder, packing).catch((error: unknown) =>
    say(`no compiled code: ${String(error)}`),
  );
  const [postgresPort = 0, hostPort = 0] = await ownPorts(2);
  const postgresStarting = postgresWithTemplate(folder, postgresPort);
  const [postgres, host] = await Promise.all([
    postgresStarting,
    postgresStarting.then(() => apiHost(folder, hostPort)),
    temporalExecutable(settings, say).then((path) => void (process.env.TEST_TEMPORAL = path)),
    bundle(folder),
    packing.then((pack) => void (process.env.TEST_SCHEMAS = pack)),
    timeSkippingServer(settings, say).then((path) => void (process.env.TEST_TIME_SKIPPING = path)),
  ]);
  const parts = [host, postgres, { stop: () => compiling }];
  return async () => {
    await Promise.all(parts.map((part) => part.stop()));
    // A whole run writes more than a gigabyte; a program that is just ending may still add to it.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}

async function postgresWithTemplate(folder: string, port: number) {
  const postgres = await startPostgres({
    dataDir: join(folder, 'pg'),
    port,
    log: () => {},
    settings: {
      ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
      track_commit_timestamp: 'on', // for `checks/shut-services.ts`
      autovacuum: 'off', // autovacuum would look every minute at hundreds of databases that nobody uses any more
      scram_iterations: '1', // each of thousands of connections derives its key anew
    },
  });
  const template = new URL(postgres.url);
  template.pathname = '/template_lavra';
  const logins = await localLogins(template.href);
  const orm = await patientOrm(logins.owner);
  await orm.migrator.up();
  await orm.close();
  process.env.TEST_POSTGRES = postgres.url;
  process.env.TEST_LOGINS = JSON.stringify(logins);
  say('PostgreSQL');
  return postgres;
}

/** The program that runs the APIs of most test files (`api-host.ts`). */
async function apiHost(folder: string, port: number) {
  process.env.TEST_API_HOST = `http://127.0.0.1:${port}`;
  const env = { ...(process.env as Record<string, string>), TEST_API_HOST_PORT: String(port) };
  const logs = join(folder, 'logs');
  const host = await startProgram({ name: 'APIs of tests', script: 'tests/support/servers/api-host.ts', env, logs });
  await untilReady(host, () => answersOk(`${process.env.TEST_API_HOST}/`), 300_000);
  say('APIs');
  return host;
}

async function bundle(folder: string): Promise<void> {
  process.env.TEST_WORKFLOW_BUNDLE = join(folder, 'workflows.js');
  const { code } = await bundleWorkflows();
  await writeFile(process.env.TEST_WORKFLOW_BUNDLE, code);
  say('workflow bundle');
}
