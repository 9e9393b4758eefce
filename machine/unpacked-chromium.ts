import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { cached } from './cache.ts';
import { command } from './command.ts';
import { program } from './files.ts';
import type { Log } from './first-that-works.ts';
import { withProgress } from './progress.ts';
import type { MachineSettings } from './settings.ts';

const packageName = '@sparticuz/chromium';
const launcher = 'lavra-chromium';

/** Unpacks into the system's temporary folder, which the environment of the process says. */
const unpack = `import chromium from '${packageName}'; await chromium.executablePath();`;
/** Makes the package unpack the libraries that a bare system lacks, too. */
const withLibraries = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/** Path of the Chromium inside the npm package, unpacked once into the cache; Linux on x64 only, as the package is. */
export async function unpackedChromium(settings: MachineSettings, log: Log): Promise<string | undefined> {
  if (platform() !== 'linux' || arch() !== 'x64') return undefined;
  const folder = await cached(join(settings.cache, `chromium-${await packageVersion()}`), async (staging) => {
    const env = { ...settings.inherited, ...withLibraries, TMPDIR: staging };
    const run = ['--input-type=module', '--eval', unpack];
    const says = 'Chromium: descompactando o navegador do pacote npm (só desta vez)';
    await withProgress(says, log, () => command(process.execPath, run, { env, cwd: import.meta.dirname }));
    await writeFile(join(staging, launcher), await launchScript(staging, settings));
    await Promise.all(['chromium', launcher].map((file) => chmod(join(staging, file), 0o755)));
  });
  return join(folder, launcher);
}

async function packageVersion(): Promise<string> {
  // The package exports only its code; its package.json is found from there.
  const entry = createRequire(import.meta.url).resolve(packageName);
  const description: unknown = JSON.parse(await readFile(join(dirname(dirname(entry)), 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(description).version;
}

/**
 * Starts the browser with the package's own libraries and fonts where the system has none, and without its sandbox where
 * that does not work: it needs user namespaces, and the browser draws only our own HTML.
 */
async function launchScript(folder: string, settings: MachineSettings): Promise<string> {
  const ldd = await program(['ldd'], settings.searchPath);
  const needed = ldd === undefined ? 'not found' : await command(ldd, [join(folder, 'chromium')]);
  const libraries = needed.includes('not found')
    ? 'export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n'
    : '';
  return `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
unshare --user --map-root-user true 2>/dev/null || set -- --no-sandbox "$@"
${libraries}[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;
}
