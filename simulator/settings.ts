import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** What the simulator reads from its environment; options of the command line win. */
export type Settings = {
  port: number;
  controlPort: number;
  /** Folder for certificates and everything registered. */
  state: string;
  /** Folders that may hold official schemas, the preferred ones first. */
  schemas: string[];
  /** The length of the distribution's hour, in seconds. */
  distributionWaitSeconds: number;
};

/** The only reader of `process.env` in `simulator/`. */
export function simulatorSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const setting = (name: string): string | undefined => environment[name]?.trim() || undefined;
  return {
    port: Number(setting('LAVRA_SIMULATOR_PORT') ?? 9443),
    controlPort: Number(setting('LAVRA_SIMULATOR_CONTROL_PORT') ?? 9444),
    state: join(resolve(setting('LAVRA_HOME') ?? '.lavra'), 'simulator'),
    distributionWaitSeconds: Number(setting('LAVRA_SIMULATOR_DISTRIBUTION_WAIT') ?? 3600),
    schemas: [...(setting('LAVRA_SCHEMAS')?.split(delimiter) ?? []), join(userCache(setting), 'lavra', 'schemas')],
  };
}

function userCache(setting: (name: string) => string | undefined): string {
  const explicit = setting('XDG_CACHE_HOME');
  if (explicit) return explicit;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return setting('LOCALAPPDATA') ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
}
