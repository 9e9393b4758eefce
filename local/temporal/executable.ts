import { platform } from 'node:os';
import { join } from 'node:path';
import { builtWithGo } from '../../machine/built-with-go.ts';
import { exists, namedProgram, program } from '../../machine/files.ts';
import { firstThatWorks, type Log } from '../../machine/first-that-works.ts';
import { type LocalSettings, localSettings } from '../settings.ts';
import { sdkDownload } from './sdk-download.ts';

const temporal = {
  name: 'Temporal',
  module: 'github.com/temporalio/cli',
  /** The newest that `go install` can build: later ones have replace directives. */
  version: '1.5.1',
  path: 'cmd/temporal',
};
const file = platform() === 'win32' ? 'temporal.exe' : 'temporal';

const lastWord =
  'Instale o Temporal CLI e indique-o com TEMPORAL_CLI, ou use um servidor existente com TEMPORAL_ADDRESS.';

/** Path of a `temporal` program that can run a development server: found, downloaded or built once. */
export function temporalExecutable(settings: LocalSettings = localSettings(), log: Log = () => {}): Promise<string> {
  const folder = join(settings.cache, `temporal-cli-${temporal.version}`);
  return firstThatWorks(
    temporal.name,
    [
      () => namedProgram('TEMPORAL_CLI', settings.temporalExecutable),
      () => program(['temporal'], settings.searchPath),
      async () => ((await exists(folder)) ? join(folder, file) : undefined),
      () => sdkDownload('dev-server', { folder, file }, { says: 'Temporal: baixando o servidor pelo SDK', log }),
      async () => ((await builtWithGo(temporal, folder, { settings, log })) ? join(folder, file) : undefined),
    ],
    lastWord,
    log,
  );
}
