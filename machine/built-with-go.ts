import { cached } from './cache.ts';
import { command, message } from './command.ts';
import { findProgram } from './files.ts';
import { type Log, withProgress } from './first-that-works.ts';
import { type MachineSettings, proxiesInWords } from './settings.ts';

const probeMs = 20_000;

/** A program in a Go module: our name for it, the module with its version, and the package of the program in it. */
export type GoProgram = { name: string; module: string; version: string; path: string };

/**
 * Compiles a program once into a folder of the cache, and returns the folder.
 *
 * @throws {Error} where Go is not installed, or its module proxy cannot be reached
 */
export async function builtWithGo(
  { name, module, version, path }: GoProgram,
  folder: string,
  { settings, log }: { settings: MachineSettings; log: Log },
): Promise<string> {
  const go = await findProgram(['go'], settings.searchPath);
  if (go === undefined) throw new Error(`o Go não está instalado; com ele, ${module} seria compilado aqui`);
  const env = settings.inherited;
  const says = `${name}: compilando com go install (alguns minutos, só desta vez)`;
  return cached(folder, async (staging) => {
    log(`${name}: procurando o código-fonte para compilar com go`);
    // Notices at once a proxy that is away; the compilation itself may take long.
    const looked = command(go, ['list', '-m', `${module}@v${version}`], { env, cwd: staging, timeoutMs: probeMs });
    await looked.catch((cause: unknown) => {
      const from = env['GOPROXY'] ? `de ${env['GOPROXY']}` : 'do proxy de módulos do Go';
      throw new Error(`${message(cause)} (módulos ${from}; ${proxiesInWords(settings.proxies)})`, { cause });
    });
    const install = ['install', `${module}/${path}@v${version}`];
    await withProgress(says, log, () => command(go, install, { env: { ...env, GOBIN: staging } }));
  });
}
