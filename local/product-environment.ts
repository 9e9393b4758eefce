import { pathToFileURL } from 'node:url';
import type { DatabaseUrls } from '../operations/provisioning.ts';
import type { LocalSettings } from './settings.ts';
import type { LocalState } from './state.ts';

/** The addresses of the parts that API, panel and worker use. */
export type PartAddresses = {
  temporalAddress: string;
  temporalUi?: string | undefined;
  schemas: string;
  browser: string;
};

/**
 * Seconds that the simulated authority wants between questions for received documents when it has nothing more. The real hour would make a demo
 * impossible. The product waits for as long.
 */
export const distributionWaitSeconds = 20;

/**
 * Seconds between questions about the status of an authorizer, in place of the usual thirty: whoever tries an outage on a laptop waits for less. A
 * company has 36 questions an hour at any pace, which is enough for an outage of twenty minutes.
 */
const statusPaceSeconds = 10;

/** Address of the API. */
export function apiAddress({ api }: LocalSettings['ports']): string {
  return `http://127.0.0.1:${api.port}`;
}

/** Address of the panel, with the host name for which browsers keep its cookie without TLS, too. */
export function panelAddress({ panel }: LocalSettings['ports']): string {
  return `http://localhost:${panel.port}`;
}

/** The environment of the authority's simulator. */
export function simulatorEnvironment(
  { inherited, ports }: LocalSettings,
  state: LocalState,
  schemas: string,
): Record<string, string> {
  return {
    ...inherited,
    LAVRA_HOME: state.home,
    LAVRA_SIMULATOR_PORT: String(ports.simulator.port),
    LAVRA_SIMULATOR_CONTROL_PORT: String(ports.simulatorControl.port),
    LAVRA_SIMULATOR_DISTRIBUTION_WAIT: String(distributionWaitSeconds),
    LAVRA_SCHEMAS: schemas,
  };
}

/** The settings of API, panel, worker and the `lavra` command, without those of the database, as `config/env.ts` reads them. */
export function productSettings(
  { inherited, ports }: LocalSettings,
  state: LocalState,
  parts: PartAddresses,
): Record<string, string> {
  return {
    TEMPORAL_ADDRESS: parts.temporalAddress,
    PUPPETEER_EXECUTABLE_PATH: parts.browser,
    LAVRA_SCHEMAS: parts.schemas,
    LAVRA_API_PORT: String(ports.api.port),
    LAVRA_PANEL_PORT: String(ports.panel.port),
    LAVRA_PANEL_URL: panelAddress(ports),
    // A person who only tries Lavra has nothing to guard yet, and no telephone at hand.
    LAVRA_PANEL_SECOND_FACTOR: inherited['LAVRA_PANEL_SECOND_FACTOR'] ?? 'nobody',
    LAVRA_TEMPORAL_UI: parts.temporalUi ?? '',
    LAVRA_METRICS_PORT: String(ports.metrics.port),
    LAVRA_DISTRIBUTION_WAIT_SECONDS: String(distributionWaitSeconds),
    LAVRA_STATUS_PACE_SECONDS: inherited['LAVRA_STATUS_PACE_SECONDS'] ?? String(statusPaceSeconds),
    LAVRA_AUTHORITY_ADDRESS: `127.0.0.1:${ports.simulator.port}`,
    LAVRA_SIMULATOR_CONTROL: `http://127.0.0.1:${ports.simulatorControl.port}`,
    LAVRA_CA_BUNDLE: state.authorityCa,
    LAVRA_MASTER_KEY: '',
    LAVRA_MASTER_KEY_FILE: state.masterKey,
    LAVRA_WEBHOOKS_ALLOW_LOCAL: 'true',
    LAVRA_PUBLIC_URL: apiAddress(ports),
    // Mails go to a folder, unless a mail server is configured.
    LAVRA_MAIL_FOLDER: inherited['LAVRA_SMTP_URL'] ? '' : state.mail,
    LAVRA_SMTP_URL: inherited['LAVRA_SMTP_URL'] ?? '',
    LAVRA_BLOBS: pathToFileURL(state.blobs).href,
  };
}

const databaseSetting = {
  owner: 'DATABASE_URL',
  api: 'DATABASE_API_URL',
  panel: 'DATABASE_PANEL_URL',
  worker: 'DATABASE_WORKER_URL',
} as const;

/** All logins, for the `lavra` command. */
export function databaseSettings(urls: DatabaseUrls): Record<string, string> {
  const logins = Object.keys(databaseSetting) as (keyof DatabaseUrls)[];
  return Object.fromEntries(logins.map((login) => [databaseSetting[login], urls[login]]));
}

/** The environment of one process: of the database logins it has only its own. */
export function withLogin(
  environment: Record<string, string>,
  login: keyof DatabaseUrls,
  urls: DatabaseUrls,
): Record<string, string> {
  const others = Object.entries(environment).filter(([name]) => !/^DATABASE_(\w+_)?URL$/.test(name));
  return { ...Object.fromEntries(others), [databaseSetting[login]]: urls[login] };
}
