import { homedir, platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { EnvHttpProxyAgent } from 'undici';

/** What the environment says about this computer: where programs are looked up, and where downloads are kept. */
export type MachineSettings = {
  /** Folder of what was downloaded or built once; all clones of one user share it. */
  cache: string;
  browser: string | undefined;
  /** Path of a program that serves S3 from a folder. */
  objectStore: string | undefined;
  schemaPacks: string[];
  /** Folders in which a program is looked up by its name. */
  searchPath: string[];
  proxies: Proxies;
  /** The environment that child processes inherit. */
  inherited: Record<string, string>;
};

/** The value that the environment gives a setting; `undefined` where it is absent or blank. */
export type SettingReader = (name: string) => string | undefined;

export const settingsIn =
  (environment: NodeJS.ProcessEnv): SettingReader =>
  (name) =>
    environment[name]?.trim() || undefined;

export function machineSettings(environment: NodeJS.ProcessEnv = process.env): MachineSettings {
  const setting = settingsIn(environment);
  return {
    cache: join(userCache(setting), 'lavra'),
    browser: setting('PUPPETEER_EXECUTABLE_PATH'),
    objectStore: setting('VERSITYGW'),
    schemaPacks: (setting('LAVRA_SCHEMAS') ?? '').split(delimiter).filter(Boolean),
    searchPath: (setting('PATH') ?? setting('Path') ?? '').split(delimiter).filter(Boolean),
    proxies: proxiesIn(setting),
    inherited: Object.fromEntries(Object.entries(environment).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]]))),
  };
}

function userCache(setting: SettingReader): string {
  const named = setting('XDG_CACHE_HOME');
  if (named) return named;
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (platform() === 'win32') return setting('LOCALAPPDATA') ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
}

/** The proxies that the environment names for requests to other computers; '' where it names none. */
export type Proxies = { http: string; https: string; none: string };

/** Lower-case variables go before upper-case ones, as in curl and Node. */
function proxiesIn(setting: (name: string) => string | undefined): Proxies {
  const either = (name: string): string => setting(name.toLowerCase()) ?? setting(name) ?? '';
  return { http: either('HTTP_PROXY'), https: either('HTTPS_PROXY'), none: either('NO_PROXY') };
}

/** An agent that sends requests through these proxies. */
export function proxyAgent({ http, https, none }: Proxies): EnvHttpProxyAgent {
  return new EnvHttpProxyAgent({ httpProxy: http, httpsProxy: https, noProxy: none });
}

/** The proxies for an error message, without their passwords. */
export function proxiesInWords({ http, https, none }: Proxies): string {
  const named = Object.entries({ HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: none }).filter(([, value]) => value);
  if (named.length === 0) return 'sem proxy: HTTPS_PROXY e HTTP_PROXY não estão definidas';
  return named.map(([name, value]) => `${name}=${value.replace(/\/\/[^/@]*@/, '//***@')}`).join(', ');
}
