import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { Client } from '@temporalio/client';
import type { WireOptions } from '../adapters/mutual-tls/wire.ts';
import { type Env, readEnv } from '../config/env.ts';
import type { Orm } from '../config/orm.ts';
import type { Actor } from '../domain/audit/actor.ts';
import { type MasterKey, masterKey } from '../domain/seal.ts';
import { movedSefin } from '../domain/sefin/authority.ts';
import { CommandRefused } from './command-refused.ts';

/** What commands work with; each part is opened when it is first asked for. */
export type Session = {
  /** Whoever changes something, for the audit. */
  actor: Actor;
  env(): Env;
  orm(): Promise<Orm>;
  temporal(): Promise<Client>;
  masterKey(): MasterKey;
  /** Root and intermediate certificates in PEM with which a certificate's chain may end. */
  trust(): string[];
  /** How the authority is reached: trusted certificates, an address in place of DNS, and base addresses that were moved. */
  authority(): Pick<WireOptions, 'caBundle' | 'address' | 'moved'>;
  close(): Promise<void>;
};

/** Makes a session. Nothing is opened yet, so that help works without any settings. */
export function openSession(environment?: NodeJS.ProcessEnv): Session {
  let env: Env | undefined;
  let orm: Promise<Orm> | undefined;
  let temporal: Promise<Client> | undefined;
  const settings = (): Env => (env ??= orRefused(() => readEnv(environment)));
  const open = (): Promise<Orm> => (orm ??= connectDatabase(settings()));
  return {
    actor: whoTypes(),
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
      await orm?.then((open) => open.close()).catch(() => {}); // where it was never opened, there is nothing to close
      await temporal?.then((client) => client.connection.close()).catch(() => {});
    },
  };
}

/** Opens the database. The entities are loaded here, because commands that only read settings, or print help, need none. */
async function connectDatabase({ databaseUrl }: Env): Promise<Orm> {
  const { createOrm } = await import('../config/orm.ts');
  return createOrm(databaseUrl, { pool: 4 });
}

/**
 * Connects to Temporal. Its client is loaded here, because that takes longer than most commands. No retries: a retry that outlives its connection
 * would end the process.
 */
async function connect(env: Env, orm: () => Promise<Orm>): Promise<Client> {
  const { Client, Connection } = await import('@temporalio/client');
  const { connectionOptions } = await import('../temporal/client.ts');
  const { channelArguments } = await import('../temporal/client.ts');
  const { refuseForeignNamespace } = await import('../temporal/claim.ts');
  const { installationOf } = await import('../operations/installations/installation.ts');
  const channelArgs = channelArguments(env.temporal.address);
  const options = { ...connectionOptions(env), channelArgs, interceptors: [], connectTimeout: 5_000 };
  const connection = Connection.lazy(options);
  const installation = async () => installationOf(await orm());
  const workflow = [refuseForeignNamespace((): Client => client, installation)];
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
    throw new CommandRefused('invalid_settings', `A chave mestra falta ou é inválida: ${mend}${unreadable}.`, {
      cause,
    });
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
    throw new CommandRefused('invalid_settings', `Configuração inválida: ${detail}`, { cause });
  }
}

/** Input and output of a run of the command line. */
export type Terminal = { stdin: Readable & { isTTY?: boolean }; stdout: Writable; stderr: Writable };

/** The result of a command: `data` is printed with --json, `text` without. */
export type CommandResult = { data: unknown; text: string; exitCode?: number };

/** Connects commander to the commands: passes each the session, and prints its result. */
export function createShell(session: Session, { stdin, stdout, stderr }: Terminal, { json }: { json: boolean }) {
  let exitCode = 0;
  return {
    stdin,
    stdout,
    stderr,
    exitCode: () => exitCode,

    /** Prints a warning beside the answer, on the error stream, so that scripts may ignore it. */
    warn: (text: string): void => void stderr.write(`Aviso: ${text}\n`),

    /** An action that prints by itself while it works. */
    speaks<Arguments extends unknown[]>(work: (session: Session, ...typed: Arguments) => Promise<void>) {
      return (...typed: Arguments): Promise<void> => work(session, ...typed);
    },

    /** An action that prints the result of `work`. */
    does<Arguments extends unknown[]>(work: (session: Session, ...typed: Arguments) => Promise<CommandResult>) {
      return async (...typed: Arguments): Promise<void> => {
        const answer = await work(session, ...typed);
        stdout.write(json ? `${JSON.stringify(answer.data, null, 2)}\n` : `${answer.text}\n`);
        exitCode = answer.exitCode ?? 0;
      };
    },
  };
}
export type Shell = ReturnType<typeof createShell>;

/** The actor: the user of the operating system. */
function whoTypes(): Actor {
  return { kind: 'COMMAND_LINE', id: null, name: userName(), office: null };
}

/** Name of the user; in a container the user often has only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`;
  }
}
