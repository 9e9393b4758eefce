import { platform } from 'node:os';
import { join } from 'node:path';
import { builtWithGo } from '../../../machine/built-with-go.ts';
import { exists, namedProgram, findProgram } from '../../../machine/files.ts';
import { firstThatWorks, type Log } from '../../../machine/first-that-works.ts';
import { type MachineSettings, machineSettings } from '../../../machine/settings.ts';

/** A small server that speaks S3 and keeps its objects in a folder (Apache 2.0, github.com/versity/versitygw). */
const versitygw = {
  name: 'Armazenamento S3',
  module: 'github.com/versity/versitygw',
  version: '1.8.0',
  path: 'cmd/versitygw',
};
const file = platform() === 'win32' ? 'versitygw.exe' : 'versitygw';

const lastWord = 'Instale o Go ou o versitygw, ou indique o programa com VERSITYGW.';

/** Path of a `versitygw` program, which serves an object store on this machine: found, or built once. */
export function objectStoreProgram(
  settings: MachineSettings = machineSettings(),
  log: Log = () => {},
): Promise<string> {
  const folder = join(settings.cache, `versitygw-${versitygw.version}`);
  return firstThatWorks(
    versitygw.name,
    [
      () => namedProgram('VERSITYGW', settings.objectStore),
      () => findProgram(['versitygw'], settings.searchPath),
      async () => ((await exists(folder)) ? join(folder, file) : undefined),
      async () => join(await builtWithGo(versitygw, folder, { settings, log }), file),
    ],
    lastWord,
    log,
  );
}
