import { platform } from 'node:os';
import { join } from 'node:path';
import { cached } from '../../machine/cache.ts';
import { command } from '../../machine/command.ts';
import { exists, namedProgram, program } from '../../machine/files.ts';
import { firstThatWorks, type Log } from '../../machine/first-that-works.ts';
import { withProgress } from '../../machine/progress.ts';
import { type LocalSettings, localSettings } from '../settings.ts';
import { sdkDownload } from './sdk-download.ts';

/** The newest version that `go install` can build: later ones have replace directives. */
const version = '1.5.1';
const goModule = 'github.com/temporalio/cli';
const file = platform() === 'win32' ? 'temporal.exe' : 'temporal';
const goProbeMs = 20_000;

const lastWord =
  'Instale o Temporal CLI e indique-o com TEMPORAL_CLI, ou use um servidor existente com TEMPORAL_ADDRESS.';

/** Path of a `temporal` program that can run a development server: found, downloaded or built once. */
export function temporalExecutable(settings: LocalSettings = localSettings(), log: Log = () => {}): Promise<string> {
  const folder = join(settings.cache, `temporal-cli-${version}`);
  return firstThatWorks(
    'Temporal',
    [
      () => namedProgram('TEMPORAL_CLI', settings.temporalExecutable),
      () => program(['temporal'], settings.searchPath),
      async () => ((await exists(folder)) ? join(folder, file) : undefined),
      () => sdkDownload('dev-server', { folder, file }, { says: 'Temporal: baixando o servidor pelo SDK', log }),
      () => built(folder, settings, log),
    ],
    lastWord,
    log,
  );
}

async function built(folder: string, settings: LocalSettings, log: Log): Promise<string | undefined> {
  const go = await program(['go'], settings.searchPath);
  if (go === undefined) return undefined;
  const env = settings.inherited;
  log('Temporal: procurando o código-fonte para compilar com go');
  await command(go, ['list', '-m', `${goModule}@v${version}`], { env, cwd: settings.cache, timeoutMs: goProbeMs });
  const compile = (staging: string) => async (): Promise<void> => {
    await command(go, ['install', `${goModule}/cmd/temporal@v${version}`], { env: { ...env, GOBIN: staging } });
  };
  const says = 'Temporal: compilando com go install (alguns minutos, só desta vez)';
  await cached(folder, (staging) => withProgress(says, log, compile(staging)));
  return join(folder, file);
}
