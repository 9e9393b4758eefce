import type { LocalSettings } from './settings.ts';
import type { LocalState } from './state.ts';

/** Where the parts that API and worker use are found. */
export type PartAddresses = { databaseUrl: string; temporalAddress: string; schemas: string; browser: string };

/** The settings of the authority's simulator. */
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
    LAVRA_SCHEMAS: schemas,
  };
}

/** The settings of API, worker and the `lavra` command, as `config/env.ts` reads them, for parts on this machine. */
export function productSettings(
  { ports }: LocalSettings,
  state: LocalState,
  parts: PartAddresses,
): Record<string, string> {
  return {
    DATABASE_URL: parts.databaseUrl,
    TEMPORAL_ADDRESS: parts.temporalAddress,
    PUPPETEER_EXECUTABLE_PATH: parts.browser,
    LAVRA_SCHEMAS: parts.schemas,
    LAVRA_API_PORT: String(ports.api.port),
    LAVRA_METRICS_PORT: String(ports.metrics.port),
    LAVRA_AUTHORITY_ADDRESS: `127.0.0.1:${ports.simulator.port}`,
    LAVRA_CA_BUNDLE: state.authorityCa,
    LAVRA_MASTER_KEY: '',
    LAVRA_MASTER_KEY_FILE: state.masterKey,
    LAVRA_WEBHOOKS_ALLOW_LOCAL: 'true',
  };
}
