import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@temporalio/client';
import type { Router } from 'express';
import type { Blobs } from '../../adapters/blobs/blobs.ts';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createRegistry } from '../../adapters/metrics/process-metrics.ts';
import { createDeliverer, type Deliverer } from '../../adapters/outbound/deliver.ts';
import { createApp } from '../../api/app.ts';
import { contractRouter } from '../../api/contract-router.ts';
import { createOrm, type Orm } from '../../config/orm.ts';
import type { DemoKeys } from '../../site/try-form.ts';
import type { Handlers } from '../../api/operations.ts';
import { masterKey } from '../../domain/seal.ts';
import { type LawTables, shippedLawTables } from '../../domain/taxation/law-tables.ts';
import type { PortalSetting } from '../../operations/accounts/portal-links.ts';
import { createMetrics } from '../../http/metrics.ts';
import { type CallLog, callLog } from '../../operations/calls/call-log.ts';
import type { PoolWatch } from '../../operations/figures/pool.ts';
import { createTemporalClient } from '../../temporal/client.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';
import { collectingLogger } from '../support/checks/collecting-logger.ts';
import { type CallOptions, callUrl } from './call.ts';

export type OwnApi = Awaited<ReturnType<typeof startOwnApi>>;

export type Options = {
  temporal?: Client;
  allowLocal?: boolean;
  /** The client that sends pings. */
  deliverer?: Deliverer;
  pdf?: (html: string, owner: string) => Promise<Uint8Array>;
  /** How long requests wait for the authority, in milliseconds; by default long enough for a busy machine. */
  patienceMs?: number;
  /** Replaces the database of the file's own. */
  databaseUrl?: string;
  publicUrl?: string;
  portal?: PortalSetting;
  demoKeys?: DemoKeys;
  stalledAfterMs?: number;
  /** Wraps the store of ZIPs, which is a folder of the test's own. */
  around?: (blobs: Blobs) => Blobs;
  /** Watches the connections to the database. */
  pool?: PoolWatch;
  /** How the API's connections to the database are opened. */
  connections?: { pool: number; connectMs: number };
  /** How many steps of requests may queue for the database. */
  lineAtMost?: number;
  /** Handlers that replace the API's own. */
  replaced?: Partial<Handlers>;
  /** The URL by which calls are logged to the same database instead. */
  callsUrl?: string;
  /** The log of calls of companies' keys, on the API's own connections. */
  calls?: (orm: Orm) => CallLog;
  /** Rates that replace `lastingRates`. */
  rates?: LawTables;
};

/** The rates of 2026, whatever the day: those of 2027 are not set yet. */
const lastingRates: LawTables = {
  ...shippedLawTables,
  ibsCbs: {
    ...shippedLawTables.ibsCbs,
    periods: shippedLawTables.ibsCbs.periods
      .filter(({ cbs }) => cbs !== null)
      .map((period) => ({ ...period, until: '9999-12-31' })),
  },
};

let checking: Router | undefined;

/** The router of the contract that also checks responses, shared by all APIs of this process: reading and compiling the contract takes seconds. */
export const checkingContract = (): Router => (checking ??= contractRouter({ validateResponses: true }));

/** Like `startApi`, in the process of the test. By default Temporal cannot be reached. */
export async function startOwnApi(options: Options = {}) {
  const { temporal, allowLocal = true, pdf, patienceMs = 120_000, databaseUrl, replaced = {} } = options;
  const { publicUrl, stalledAfterMs = 120_000 } = options;
  const url = databaseUrl ?? (await testDatabase());
  const [orm, apiOrm] = await Promise.all([
    patientOrm(url),
    options.connections ? createOrm(byLogin(url, 'api'), options.connections) : patientOrm(byLogin(url, 'api')),
  ]);
  const deliverer = options.deliverer ?? createDeliverer({ allowLocal, timeoutMs: 30_000 });
  const folder = await mkdtemp(join(tmpdir(), 'lavra-api-'));
  const blobs = openBlobs(pathToFileURL(folder).href);
  const stopping = new AbortController();
  const cut = new AbortController();
  const logs: Record<string, unknown>[] = [];
  const callsOrm = options.callsUrl === undefined ? undefined : await patientOrm(byLogin(options.callsUrl, 'api'));
  const calls = callsOrm ? callLog(callsOrm, { logger: collectingLogger(logs) }) : options.calls?.(apiOrm);
  const registry = createRegistry({ process: 'api', version: 'test' });
  const app = createApp(
    {
      orm: apiOrm,
      ...(options.pool ? { pool: options.pool } : {}),
      ...(options.lineAtMost === undefined ? {} : { lineAtMost: options.lineAtMost }),
      temporal: temporal ?? temporalAway(),
      version: '0.0.0-test',
      masterKey: masterKey(Buffer.alloc(32, 7)),
      rates: options.rates ?? lastingRates,
      renderer: { pdf: pdf ?? (async (html) => Buffer.from(`%PDF-1.7 ${html.length}`)) },
      deliverer,
      blobs: options.around?.(blobs) ?? blobs,
      guard: { allowLocal },
      patienceMs,
      publicUrl,
      ...(options.portal ? { portal: options.portal } : {}),
      demoKeys: options.demoKeys,
      stalledAfterMs,
      calls,
      logger: collectingLogger(logs),
      requestMetrics: createMetrics(registry),
      stopping: stopping.signal,
      cut: cut.signal,
    },
    { contract: checkingContract(), replaced },
  );
  const server = app.listen(0, '127.0.0.1');
  server.keepAliveTimeout = 120_000; // longer than any pause between two requests of a test
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address,
    /** The database by its owner, for the arrangements of a test; the API uses a login of its own. */
    orm,
    apiOrm,
    blobs,
    logs: async () => logs,
    /** What a scrape of the API gets. */
    metrics: () => registry.metrics(),
    server,
    stopping,
    cut,
    call: (method: string, path: string, options: CallOptions = {}) => callUrl(`${address}${path}`, method, options),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await calls?.over();
      await deliverer.close();
      await Promise.all([orm.close(), apiOrm.close(), callsOrm?.close()]);
      blobs.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A Temporal client that does not reach a server. */
export function temporalAway(): Client {
  return createTemporalClient({
    temporal: {
      address: '127.0.0.1:1',
      namespace: 'default',
      apiKey: undefined,
      tls: false,
      certFile: undefined,
      keyFile: undefined,
    },
  });
}
