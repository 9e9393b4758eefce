import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { cached } from './cache.ts';
import { command } from './command.ts';
import { isExecutable, namedProgram, findProgram } from './files.ts';
import { firstThatWorks, type Log, withProgress } from './first-that-works.ts';
import { type MachineSettings, machineSettings } from './settings.ts';

/** A browser that can be launched without a display, and the arguments that it needs here. */
export type Chromium = { path: string; args: string[] };

const lastWord = 'Instale o Chromium ou o Google Chrome, ou indique um navegador com PUPPETEER_EXECUTABLE_PATH.';

const commonNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];

/** Where installers put browsers, outside the search path. */
const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** The browser that draws documents: the one that the setting names, one of the system, or the one from npm. */
export async function chromiumExecutable(
  settings: MachineSettings = machineSettings(),
  log: Log = () => {},
): Promise<Chromium> {
  const path = await firstThatWorks(
    'Chromium',
    [
      () => namedProgram('PUPPETEER_EXECUTABLE_PATH', settings.browser),
      () => findProgram(commonNames, settings.searchPath),
      () => firstExecutable(usualPlaces[platform()] ?? []),
      () => unpackedChromium(settings, log),
    ],
    lastWord,
    log,
  );
  return { path, args: chromiumArguments() };
}

async function firstExecutable(paths: string[]): Promise<string | undefined> {
  for (const path of paths) if (await isExecutable(path)) return path;
  return undefined;
}

/**
 * The browser's arguments: no windows, no background traffic, and glyphs where the font puts them. The npm package's own arguments are not used: they
 * put everything into one process, so that one page that crashes would end every page.
 */
function chromiumArguments(): string[] {
  return [
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
    '--hide-scrollbars',
    '--no-pings',
    '--mute-audio',
    // The sandbox needs user namespaces, which root and most containers do not have; the browser draws only our own HTML.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

const packageName = '@sparticuz/chromium';
const launcher = 'lavra-chromium';

/** Unpacks the browser into the system's temporary folder, which the variable TMPDIR of the process sets. */
const unpack = `import chromium from '${packageName}'; await chromium.executablePath();`;
/** Makes the package also unpack the libraries that a bare system lacks. */
const withLibraries = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/** Path of the Chromium from the npm package, unpacked once into the cache; undefined except on Linux x64, the only platform of the package. */
async function unpackedChromium(settings: MachineSettings, log: Log): Promise<string | undefined> {
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
 * The script that starts the browser: with the package's own libraries and fonts where the system has none, and without the browser's sandbox where
 * the system has no user namespaces, which it needs. The browser draws only our own HTML.
 */
async function launchScript(folder: string, settings: MachineSettings): Promise<string> {
  const ldd = await findProgram(['ldd'], settings.searchPath);
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
