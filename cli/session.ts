import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Client } from '@temporalio/client';
import type { WireOptions } from '../adapters/mutual-tls/wire.ts';
import { type Env, readEnv } from '../config/env.ts';
import type { Orm } from '../config/orm.ts';
import { type MasterKey, masterKey } from '../domain/seal.ts';
import { movedSefin } from '../domain/sefin/addresses.ts';
import { Refused } from './refused.ts';

/** What commands work with; each part is opened when a command first asks for it. */
export type Session = {
  env(): Env;
  orm(): Promise<Orm>;
  temporal(): Promise<Client>;
  masterKey(): MasterKey;
  /** Roots and intermediates in which a certificate's chain may end, in PEM. */
  trust(): string[];
  /** How the authority is reached: the certificates that it is trusted by, an address in place of the one that DNS gives, what has moved. */
  authority(): Pick<WireOptions, 'caBundle' | 'address' | 'moved'>;
  close(): Promise<void>;
};

/** Opens nothing yet, so that help works with nothing configured. */
export function openSession(environment?: NodeJS.ProcessEnv): Session {
  let env: Env | undefined;
  let orm: Promise<Orm> | undefined;
  let temporal: Promise<Client> | undefined;
  const settings = (): Env => (env ??= orRefused(() => readEnv(environment)));
  const open = (): Promise<Orm> => (orm ??= connectDatabase(settings()));
  return {
    env: settings,
    orm: open,
    temporal: () => (temporal ??= connect(settings(), open)),
    masterKey: () => readMasterKey(settings()),
    trust: () => [...bundle(settings()), ...rootCertificates],
    authority: () => ({
      caBundle: bundle(settings())[0],
      address: dialled(settings()),
      moved: movedSefin(settings().sefinHomologationUrl),
    }),
    async close() {
      await orm?.then((open) => open.close()).catch(() => {}); // never opened: nothing to close
      await temporal?.then((client) => client.connection.close()).catch(() => {});
    },
  };
}

/** Loads the entities on use: what only reads settings, or prints help, needs none. */
async function connectDatabase({ databaseUrl }: Env): Promise<Orm> {
  const { createOrm } = await import('../config/orm.ts');
  return createOrm(databaseUrl, { pool: 4 });
}

/** Loads the client on use, which takes longer than most commands. No retries: one that outlives its connection ends the process. */
async function connect(env: Env, orm: () => Promise<Orm>): Promise<Client> {
  const { Client, Connection } = await import('@temporalio/client');
  const { connectionOptions } = await import('../temporal/client.ts');
  const { channelArguments } = await import('../temporal/channel.ts');
  const { onlyOwn } = await import('../temporal/claim.ts');
  const { installationOf } = await import('../operations/installations/installation.ts');
  const channelArgs = channelArguments(env.temporal.address);
  const options = { ...connectionOptions(env), channelArgs, interceptors: [], connectTimeout: 5_000 };
  const connection = Connection.lazy(options);
  const installation = async () => installationOf(await orm());
  const workflow = [onlyOwn((): Client => client, installation)];
  const client: Client = new Client({ connection, namespace: env.temporal.namespace, interceptors: { workflow } });
  return client;
}

function bundle({ caBundleFile }: Env): string[] {
  return caBundleFile === undefined ? [] : [orRefused(() => readFileSync(caBundleFile, 'utf8'))];
}

function readMasterKey(env: Env): MasterKey {
  try {
    return masterKey(env.masterKeyBytes());
  } catch (cause) {
    const unreadable = cause instanceof Error && 'path' in cause ? ` (não foi possível ler ${String(cause.path)})` : '';
    const mend = 'defina LAVRA_MASTER_KEY (32 bytes em base64) ou LAVRA_MASTER_KEY_FILE';
    throw new Refused('invalid_settings', `A chave mestra falta ou é inválida: ${mend}${unreadable}.`, { cause });
  }
}

function dialled({ authorityAddress }: Env): { host: string; port: number } | undefined {
  if (authorityAddress === undefined) return undefined;
  const { hostname, port } = orRefused(() => new URL(`tcp://${authorityAddress}`));
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function orRefused<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new Refused('invalid_settings', `Configuração inválida: ${detail}`, { cause });
  }
}
