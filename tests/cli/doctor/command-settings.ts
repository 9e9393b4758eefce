import type { Env } from '../../../config/env.ts';

/** Settings by which `lavra` works on an installation. */
export function commandSettings(env: Env): Record<string, string> {
  const { databaseUrl, apiDatabaseUrl, panelDatabaseUrl, workerDatabaseUrl } = env;
  const { temporal, masterKeyBytes, schemas, caBundleFile, authorityAddress, blobs } = env;
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_API_URL: apiDatabaseUrl,
    DATABASE_PANEL_URL: panelDatabaseUrl,
    DATABASE_WORKER_URL: workerDatabaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    LAVRA_MASTER_KEY: masterKeyBytes().toString('base64'),
    LAVRA_SCHEMAS: schemas ?? '',
    LAVRA_CA_BUNDLE: caBundleFile ?? '',
    LAVRA_AUTHORITY_ADDRESS: authorityAddress ?? '',
    LAVRA_BLOBS: blobs,
  };
}
