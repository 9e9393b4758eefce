import { rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { builtWithGo } from '../../machine/built-with-go.ts';
import { cached } from '../../machine/cache.ts';
import { command } from '../../machine/command.ts';
import { download, downloadedJson, downloadProgress } from '../../machine/download.ts';
import { exists, namedProgram, findProgram } from '../../machine/files.ts';
import { firstThatWorks, type Log } from '../../machine/first-that-works.ts';
import type { MachineSettings } from '../../machine/settings.ts';
import { type LocalSettings, localSettings } from '../settings.ts';

const temporal = {
  name: 'Temporal',
  module: 'github.com/temporalio/cli',
  /** The newest version that `go install` can build: later ones have replace directives. */
  version: '1.5.1',
  path: 'cmd/temporal',
};
const file = platform() === 'win32' ? 'temporal.exe' : 'temporal';

const lastWord =
  'Acerte a rede ou HTTPS_PROXY, ou instale o Go (go.dev/dl), ou instale o Temporal CLI e indique-o com TEMPORAL_CLI, ou use um ' +
  'servidor existente com TEMPORAL_ADDRESS.';

/** Path of a `temporal` program that can run a development server: found, downloaded or built once. */
export function temporalExecutable(settings: LocalSettings = localSettings(), log: Log = () => {}): Promise<string> {
  const folder = join(settings.cache, `temporal-cli-${temporal.version}`);
  return firstThatWorks(
    temporal.name,
    [
      () => namedProgram('TEMPORAL_CLI', settings.temporalExecutable),
      () => findProgram(['temporal'], settings.searchPath),
      async () => ((await exists(folder)) ? join(folder, file) : undefined),
      () => downloadedServer('cli', { folder, file }, { name: temporal.name, settings, log }),
      async () => join(await builtWithGo(temporal, folder, { settings, log }), file),
    ],
    lastWord,
    log,
  );
}

/**
 * Temporal's host that tells which archive has the program for this computer; asked as Temporal's SDK asks (sdk-core 1.24,
 * `ephemeral_server/mod.rs`).
 */
const host = 'temporal.download';
const platforms: Partial<Record<NodeJS.Platform, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };
const architectures: Partial<Record<string, string>> = { arm64: 'arm64', x64: 'amd64' };
const found = z.object({ archiveUrl: z.url(), fileToExtract: z.string() });
const manifest = z.object({ version: z.string() });

/** The server programs that Temporal publishes for its SDKs, by their names on that host. */
type PublishedServer = 'cli' | 'temporal-test-server';

/** Where the program is kept: a folder of the cache, and its file name there. */
type Place = { folder: string; file: string };

/**
 * Downloads a server program of Temporal once, and gives its path; `undefined` where there is none for this computer.
 *
 * @throws {Error} naming the host and the proxies, where it cannot be reached
 */
export async function downloadedServer(
  server: PublishedServer,
  { folder, file }: Place,
  { name, settings: { proxies }, log }: { name: string; settings: MachineSettings; log: Log },
): Promise<string | undefined> {
  const [system, machine] = [platforms[platform()], architectures[arch()]];
  if (system === undefined || machine === undefined) return undefined;
  await cached(folder, async (staging) => {
    const asked = new URLSearchParams({ ...sdk(), platform: system, arch: machine, format: 'tar.gz' });
    log(`${name}: perguntando a ${host} pelo servidor para este computador`);
    const { archiveUrl, fileToExtract } = found.parse(
      await downloadedJson(`https://${host}/${server}/default?${asked.toString()}`, proxies),
    );
    const archive = join(staging, 'archive.tar.gz');
    const progress = downloadProgress(`${name}: baixando de ${new URL(archiveUrl).host} (só desta vez)`, log);
    await download(archiveUrl, archive, { proxies, progress });
    await command('tar', ['-xzf', archive, '-C', staging, fileToExtract]);
    await rename(join(staging, fileToExtract), join(staging, file));
    await rm(archive);
  });
  return join(folder, file);
}

/** The name and version of the SDK, by which Temporal chooses the version of the server. */
function sdk(): Record<string, string> {
  const { version } = manifest.parse(createRequire(import.meta.url)('@temporalio/client/package.json'));
  return { 'sdk-name': 'sdk-typescript', 'sdk-version': version };
}
