import { platform } from 'node:os';
import { isExecutable, namedProgram, program } from './files.ts';
import { firstThatWorks, type Log } from './first-that-works.ts';
import { type MachineSettings, machineSettings } from './settings.ts';
import { unpackedChromium } from './unpacked-chromium.ts';

/** A browser that can be launched without a display, and the arguments that it needs here. */
export type Chromium = { path: string; args: string[] };

const lastWord = 'Instale o Chromium ou o Google Chrome, ou indique um navegador com PUPPETEER_EXECUTABLE_PATH.';

const commonNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];

/** Where installers put browsers that are not on the search path. */
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

/** The browser that draws documents: the one named, one of the system, or the one that npm brought. */
export async function chromiumExecutable(
  settings: MachineSettings = machineSettings(),
  log: Log = () => {},
): Promise<Chromium> {
  const path = await firstThatWorks(
    'Chromium',
    [
      () => namedProgram('PUPPETEER_EXECUTABLE_PATH', settings.browser),
      () => program(commonNames, settings.searchPath),
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
 * The browser's arguments: no windows, no background traffic, glyphs where the font puts them. Not the npm package's own
 * list, which puts everything into one process, so that the crash of one page would end every page.
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
