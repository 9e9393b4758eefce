import { resolve } from 'node:path';
import { type MachineSettings, machineSettings, type SettingReader, settingsIn } from '../machine/settings.ts';
import type { DatabaseUrls } from '../operations/provisioning.ts';

/** A port that local mode opens, and the setting that changes it. `isUsual`: nobody chose it, so that another one may be used. */
export type LocalPort = { setting: string; port: number; isUsual: boolean };

export type LocalPorts = {
  api: LocalPort;
  panel: LocalPort;
  postgres: LocalPort;
  temporal: LocalPort;
  temporalUi: LocalPort;
  simulator: LocalPort;
  simulatorControl: LocalPort;
  metrics: LocalPort;
  apiMetrics: LocalPort;
  panelMetrics: LocalPort;
};

/** What local mode reads from its environment, and knows about this computer. */
export type LocalSettings = MachineSettings & {
  /** Folder of this clone's state: database, keys, the simulator's data. */
  home: string;
  ports: LocalPorts;
  /** Whether a busy usual port is an error, in place of another port being used. */
  strictPorts: boolean;
  /** An existing database, by the logins that were given; the owner's stands in for missing ones. */
  database: DatabaseUrls | undefined;
  temporalAddress: string | undefined;
  temporalExecutable: string | undefined;
  timeSkippingServer: string | undefined;
  /** Whether this process is the script of an `npm run`. */
  underNpm: boolean;
};

export function localSettings(environment: NodeJS.ProcessEnv = process.env): LocalSettings {
  const setting = settingsIn(environment);
  return {
    ...machineSettings(environment),
    home: resolve(setting('LAVRA_HOME') ?? '.lavra'),
    ports: ports(setting),
    strictPorts: false,
    database: database(setting),
    temporalAddress: setting('TEMPORAL_ADDRESS'),
    temporalExecutable: setting('TEMPORAL_CLI'),
    timeSkippingServer: setting('TEMPORAL_TEST_SERVER'),
    underNpm: setting('npm_lifecycle_event') !== undefined,
  };
}

function database(setting: SettingReader): DatabaseUrls | undefined {
  const owner = setting('DATABASE_URL');
  if (owner === undefined) return undefined;
  const by = (name: string): string => setting(name) ?? owner;
  return { owner, api: by('DATABASE_API_URL'), panel: by('DATABASE_PANEL_URL'), worker: by('DATABASE_WORKER_URL') };
}

/** The port numbers alone. */
export function portNumbers(ports: LocalPorts): Record<keyof LocalPorts, number> {
  const numbers = Object.entries(ports).map(([name, { port }]) => [name, port] as const);
  return Object.fromEntries(numbers) as Record<keyof LocalPorts, number>;
}

function ports(setting: SettingReader): LocalPorts {
  const port = (name: string, usual: number): LocalPort => {
    const named = setting(name);
    return { setting: name, port: named === undefined ? usual : portNumber(name, named), isUsual: named === undefined };
  };
  return {
    api: port('LAVRA_API_PORT', 3000),
    panel: port('LAVRA_PANEL_PORT', 3001),
    postgres: port('LAVRA_POSTGRES_PORT', 54329),
    temporal: port('LAVRA_TEMPORAL_PORT', 7233),
    temporalUi: port('LAVRA_TEMPORAL_UI_PORT', 8233),
    simulator: port('LAVRA_SIMULATOR_PORT', 9443),
    simulatorControl: port('LAVRA_SIMULATOR_CONTROL_PORT', 9444),
    metrics: port('LAVRA_METRICS_PORT', 9464),
    apiMetrics: port('LAVRA_API_METRICS_PORT', 9465),
    panelMetrics: port('LAVRA_PANEL_METRICS_PORT', 9466),
  };
}

function portNumber(setting: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  throw new Error(`${setting} deve ser uma porta TCP, de 1 a 65535; veio "${text}".`);
}
