import { homedir, platform } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** A port that local mode opens, with the setting that moves it elsewhere. */
export type LocalPort = { setting: string; port: number };

export type LocalPorts = {
  api: LocalPort;
  postgres: LocalPort;
  temporal: LocalPort;
  temporalUi: LocalPort;
  simulator: LocalPort;
  simulatorControl: LocalPort;
  metrics: LocalPort;
};

/** What local mode reads from its environment. The only reader of `process.env` in `local/`. */
export type LocalSettings = {
  /** Folder of what was downloaded or built once, shared by every clone of the user. */
  cache: string;
  /** Folder of this clone's state: database, keys, the simulator's registrations. */
  home: string;
  ports: LocalPorts;
  databaseUrl: string | undefined;
  temporalAddress: string | undefined;
  temporalExecutable: string | undefined;
  timeSkippingServer: string | undefined;
  browser: string | undefined;
  schemaPacks: string[];
  /** Folders in which a program is looked up by its name. */
  searchPath: string[];
  /** Whether this is the script of an `npm run`. */
  underNpm: boolean;
  /** What child processes inherit. */
  inherited: Record<string, string>;
};

export function localSettings(environment: NodeJS.ProcessEnv = process.env): LocalSettings {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  return {
    cache: join(userCache(given), 'lavra'),
    home: resolve(given('LAVRA_HOME') ?? '.lavra'),
    ports: ports(given),
    databaseUrl: given('DATABASE_URL'),
    temporalAddress: given('TEMPORAL_ADDRESS'),
    temporalExecutable: given('TEMPORAL_CLI'),
    timeSkippingServer: given('TEMPORAL_TEST_SERVER'),
    browser: given('PUPPETEER_EXECUTABLE_PATH'),
    schemaPacks: (given('LAVRA_SCHEMAS') ?? '').split(delimiter).filter(Boolean),
    searchPath: (given('PATH') ?? given('Path') ?? '').split(delimiter).filter(Boolean),
    underNpm: given('npm_lifecycle_event') !== undefined,
    inherited: Object.fromEntries(Object.entries(environment).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]]))),
  };
}

type Given = (name: string) => string | undefined;

function userCache(given: Given): string {
  if (given('XDG_CACHE_HOME')) return given('XDG_CACHE_HOME') ?? '';
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (platform() === 'win32') return given('LOCALAPPDATA') ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
}

function ports(given: Given): LocalPorts {
  const port = (setting: string, usual: number): LocalPort => ({ setting, port: portNumber(given(setting), usual) });
  return {
    api: port('LAVRA_API_PORT', 3000),
    postgres: port('LAVRA_POSTGRES_PORT', 54329),
    temporal: port('LAVRA_TEMPORAL_PORT', 7233),
    temporalUi: port('LAVRA_TEMPORAL_UI_PORT', 8233),
    simulator: port('LAVRA_SIMULATOR_PORT', 9443),
    simulatorControl: port('LAVRA_SIMULATOR_CONTROL_PORT', 9444),
    metrics: port('LAVRA_METRICS_PORT', 9464),
  };
}

function portNumber(given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error(`"${given}" não é uma porta TCP`);
  return port;
}
