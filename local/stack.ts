import { mkdir } from 'node:fs/promises';
import { chromiumExecutable } from '../machine/chromium.ts';
import type { Log } from '../machine/first-that-works.ts';
import { schemaPack } from '../machine/schema-pack.ts';
import type { DatabaseUrls } from '../operations/provisioning.ts';
import { type DemoAccess, provision } from './demo/provision.ts';
import { ownState, stopLeftovers } from './leftovers.ts';
import { localLogins } from './postgres/logins.ts';
import { startPostgres } from './postgres/server.ts';
import {
  apiAddress,
  panelAddress,
  databaseSettings,
  productSettings,
  simulatorEnvironment,
  withLogin,
} from './product-environment.ts';
import { isHeldBy, onItsPorts, settledPorts } from './services/ports.ts';
import { startProgram } from './services/program.ts';
import { answersOk, type RunningService, untilReady } from './services/service.ts';
import { allStarted, type ServiceTiers, serviceTiers } from './services/tiers.ts';
import { type LocalPorts, type LocalSettings, portNumbers } from './settings.ts';
import { simulatorCa } from './simulator.ts';
import { closeToOthers, ensureMasterKey, type LocalState, localState, removeState, writeState } from './state.ts';
import { temporalExecutable } from './temporal/executable.ts';
import { startTemporal, workerPolls } from './temporal/server.ts';

/** The content of `.lavra/running.json` once everything answers. */
export type Running = {
  api: string;
  docs: string;
  /** The page on which people sign in; the first time it is a link by which they choose a password. */
  panel: string;
  temporalUi: string;
  simulator: string;
  /** The numbers of all ports of local mode, by name. */
  ports: Record<keyof LocalPorts, number>;
  /** The folder with the mails that were sent, as `.eml` files. */
  mail: string;
} & Omit<DemoAccess, 'panelToken'>;

export type Stack = {
  running: Running;
  /** URL of the database with its owner's login. */
  database: string;
  /** Rejects, naming the service, where a service ends by itself again and again, or cannot be started again. */
  broken: Promise<never>;
  /** Stops everything, the last started first. */
  stop(): Promise<void>;
};

type Parts = { settings: LocalSettings; state: LocalState; tiers: ServiceTiers; log: Log };

const host = '127.0.0.1';
const readyWithinMs = 90_000;

/**
 * Starts everything: database, Temporal, the simulated authority, API, panel and worker, with the demo's companies and its office.
 *
 * @throws Error that names chosen ports which are busy, or the service that did not come up, with its last lines
 */
export async function startStack(settings: LocalSettings, log: Log): Promise<Stack> {
  const state = localState(settings.home);
  await closeToOthers(state);
  await stopLeftovers(state);
  await removeState(state.running);
  const ports = await settledPorts(settings, portsToOpen(settings), log);
  const tiers = serviceTiers();
  const stop = async (): Promise<void> => {
    await removeState(state.running);
    await removeState(state.environment);
    await tiers.stop();
    await removeState(state.owner);
  };
  try {
    const { running, database } = await startAll({ settings: { ...settings, ports }, state, tiers, log });
    await writeState(state.running, `${JSON.stringify(running, null, 2)}\n`);
    const changed = (): Promise<void> => ownState(state, tiers.services());
    return { running, database, broken: tiers.keepUp({ log, changed }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function portsToOpen({ database, temporalAddress }: LocalSettings): (keyof LocalPorts)[] {
  return [
    ...(['api', 'panel', 'simulator', 'simulatorControl', 'metrics'] as const),
    ...(database ? [] : (['postgres'] as const)),
    ...(temporalAddress ? [] : (['temporal', 'temporalUi'] as const)),
  ];
}

async function startAll(parts: Parts): Promise<Pick<Stack, 'running' | 'database'>> {
  const { settings, state, tiers, log } = parts;
  await ensureMasterKey(state.masterKey);
  await mkdir(state.mail, { recursive: true });
  await ownState(state, tiers.services());
  const schemas = await schemaPack(settings, log);
  const [database, temporal, simulator, browser] = await tiers.next(() =>
    allStarted([
      startDatabase(parts),
      startOrchestration(parts),
      startAuthority(parts, schemas),
      chromiumExecutable(settings, log),
    ]),
  );
  await ownState(state, tiers.services());
  const addresses = { temporalAddress: temporal.address, temporalUi: temporal.ui, schemas, browser: browser.path };
  const product = () => productSettings(settings, state, addresses);
  const authority = { ...simulator, dialled: product()['LAVRA_AUTHORITY_ADDRESS'] };
  const access = await provision(database.owner, { state, authority });
  log('Lavra: iniciando API, painel e worker');
  const demoKeys = { LAVRA_DOCS_KEYS: `${access.companyKey},${access.officeKey}` };
  const environment = () => ({ ...settings.inherited, ...product(), ...demoKeys });
  await tiers.next(() => startProduct(parts, { environment, database, temporalAddress: temporal.address }));
  await writeState(state.environment, `${JSON.stringify({ ...product(), ...databaseSettings(database) }, null, 2)}\n`);
  await ownState(state, tiers.services());
  const api = apiAddress(settings.ports);
  const { panelToken, ...keys } = access;
  const entrance =
    panelToken === null ? panelAddress(settings.ports) : `${panelAddress(settings.ports)}/senha/${panelToken}`;
  const answering = {
    api,
    docs: `${api}/docs`,
    panel: entrance,
    temporalUi: temporal.ui ?? '',
    simulator: simulator.control,
  };
  const running = { ...answering, ports: portNumbers(settings.ports), mail: state.mail, ...keys };
  return { running, database: database.owner };
}

async function startDatabase({ settings, state, tiers, log }: Parts): Promise<DatabaseUrls> {
  if (settings.database) return settings.database;
  const { ports } = settings;
  const run = () => startPostgres({ dataDir: state.postgres, port: ports.postgres.port, log });
  const server = await onItsPorts(settings, ['postgres'], { start: () => tiers.add(run), log });
  return localLogins(server.url);
}

async function startOrchestration({
  settings,
  state,
  tiers,
  log,
}: Parts): Promise<{ address: string; ui?: string | undefined }> {
  if (settings.temporalAddress) return { address: settings.temporalAddress };
  const executable = await temporalExecutable(settings, log);
  const { ports } = settings;
  const run = () =>
    startTemporal({
      ...{ executable, dbFile: state.temporal, log },
      ...{ port: ports.temporal.port, uiPort: ports.temporalUi.port },
    });
  return onItsPorts(settings, ['temporal', 'temporalUi'], { start: () => tiers.add(run), log });
}

async function startAuthority(
  { settings, state, tiers, log }: Parts,
  schemas: string,
): Promise<{ control: string; ca: string }> {
  log('Simulador: iniciando a autoridade simulada');
  const { ports } = settings;
  const control = () => `http://${host}:${ports.simulatorControl.port}`;
  const run = async (): Promise<RunningService> => {
    const env = simulatorEnvironment(settings, state, schemas);
    const service = await startProgram({ name: 'Simulador', script: 'simulator/main.ts', env, logs: state.logs });
    await untilReady(service, () => answersOk(`${control()}/health`), readyWithinMs);
    return service;
  };
  await onItsPorts(settings, ['simulator', 'simulatorControl'], { start: () => tiers.add(run), log });
  return { control: control(), ca: await simulatorCa(control()) };
}

type Product = { environment: () => Record<string, string>; database: DatabaseUrls; temporalAddress: string };

async function startProduct(
  { settings, state, tiers, log }: Parts,
  { environment, database, temporalAddress }: Product,
): Promise<void> {
  const { ports } = settings;
  const run = async (name: string, login: 'api' | 'panel' | 'worker', isReady: (pid: number) => Promise<boolean>) => {
    const metrics = { api: ports.apiMetrics, panel: ports.panelMetrics, worker: ports.metrics }[login];
    const env = { ...withLogin(environment(), login, database), LAVRA_METRICS_PORT: String(metrics.port) };
    const service = await startProgram({ name, script: `${login}/server.ts`, env, logs: state.logs });
    await untilReady(service, () => isReady(service.pid), readyWithinMs);
    return service;
  };
  // The port is checked, too: another installation that took it meanwhile would answer there as well.
  const isOurs =
    (address: () => string, { port }: { port: number }) =>
    async (pid: number): Promise<boolean> =>
      (await answersOk(`${address()}/health/ready`)) && isHeldBy(pid, port);
  const api = () =>
    run(
      'API',
      'api',
      isOurs(() => apiAddress(ports), ports.api),
    );
  const panel = () =>
    run(
      'Painel',
      'panel',
      isOurs(() => panelAddress(ports), ports.panel),
    );
  await allStarted([
    onItsPorts(settings, ['api'], { start: () => tiers.add(api), log }),
    onItsPorts(settings, ['panel'], { start: () => tiers.add(panel), log }),
    tiers.add(() => run('Worker', 'worker', () => workerPolls(temporalAddress))),
  ]);
}
