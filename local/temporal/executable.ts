import { platform } from 'node:os';
import { join } from 'node:path';
import { builtWithGo } from '../../machine/built-with-go.ts';
import { exists, namedProgram, program } from '../../machine/files.ts';
import { firstThatWorks, type Log } from '../../machine/first-that-works.ts';
import { type LocalSettings, localSettings } from '../settings.ts';
import { downloadedServer } from './download.ts';

const temporal = {
  name: 'Temporal',
  module: 'github.com/temporalio/cli',
  /** The newest that `go install` can build: later ones have replace directives. */
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
      () => program(['temporal'], settings.searchPath),
      async () => ((await exists(folder)) ? join(folder, file) : undefined),
      () => downloadedServer('cli', { folder, file }, { name: temporal.name, settings, log }),
      async () => join(await builtWithGo(temporal, folder, { settings, log }), file),
    ],
    lastWord,
    log,
  );
}
