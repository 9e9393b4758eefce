import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { Orm } from '../../config/orm.ts';
import { type MasterKey, masterKey } from '../../domain/seal.ts';
import { startProgram } from '../../local/services/program.ts';
import { untilReady } from '../../local/services/service.ts';
import { localSettings } from '../../local/settings.ts';
import { temporalExecutable } from '../../local/temporal/executable.ts';
import { startTemporal, workerPolls } from '../../local/temporal/server.ts';
import { schemaPack } from '../../machine/schema-pack.ts';
import { type Distributor, openDistributor } from '../../tests/activities/distribution/distributor.ts';
import { openDatabase } from '../database.ts';

/**
 * PostgreSQL, Temporal and one worker as usual processes; both sources of received documents are in this process, and count questions that
 * come too early.
 */
export type ActorsStack = {
  orm: Orm;
  client: Client;
  distributor: Distributor;
  masterKey: MasterKey;
  /** Bytes that Temporal has written. */
  temporalBytes(): Promise<number>;
  stop(): Promise<void>;
};

const readyWithinMs = 120_000;

export async function openActorsStack(waitSeconds: number, log: (line: string) => void): Promise<ActorsStack> {
  const settings = localSettings();
  const { home, ports, logins, orm, ...database } = await openDatabase(log);
  const dbFile = join(home, 'temporal', 'temporal.db');
  const executable = await temporalExecutable(settings, log);
  const temporal = await startTemporal({ executable, port: ports.temporal.port, dbFile, log });
  const distributor = await openDistributor();
  distributor.waitMs = waitSeconds * 1000;
  const caFile = join(home, 'ca.pem');
  await writeFile(caFile, distributor.caPem);
  const key = randomBytes(32);
  const worker = await startProgram({
    name: 'Worker',
    script: 'worker/server.ts',
    logs: home,
    env: {
      ...settings.inherited,
      DATABASE_WORKER_URL: logins.worker,
      TEMPORAL_ADDRESS: temporal.address,
      LAVRA_SCHEMAS: await schemaPack(settings, log),
      LAVRA_METRICS_PORT: String(ports.metrics.port),
      LAVRA_AUTHORITY_ADDRESS: `127.0.0.1:${distributor.port}`,
      LAVRA_CA_BUNDLE: caFile,
      LAVRA_MASTER_KEY: key.toString('base64'),
      LAVRA_DISTRIBUTION_WAIT_SECONDS: String(waitSeconds),
      LAVRA_LOG_LEVEL: 'warn',
    },
  });
  await untilReady(worker, () => workerPolls(temporal.address), readyWithinMs);
  const connection = await Connection.connect({ address: temporal.address });
  return {
    orm,
    client: new Client({ connection }),
    distributor,
    masterKey: masterKey(key),
    async temporalBytes() {
      const sizes = [dbFile, `${dbFile}-wal`].map((file) => stat(file).then(({ size }) => size));
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    },
    async stop() {
      await connection.close();
      await worker.stop();
      await Promise.all([temporal.stop(), distributor.close()]);
      await database.stop();
    },
  };
}
