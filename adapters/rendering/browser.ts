import type { Browser } from 'puppeteer-core';

export type BrowserOptions = {
  executablePath: string;
  /** Arguments that this machine's browser needs, besides ours. */
  args?: readonly string[];
};

/** A browser that is started when it is first needed, and again after it died. */
export type LastingBrowser = {
  get: () => Promise<Browser>;
  /** Kills a browser, also one that is still starting; the next `get` starts another. */
  kill: (started: Promise<Browser>) => void;
  close: () => Promise<void>;
};

export function lastingBrowser(options: BrowserOptions): LastingBrowser {
  let current: { browser: Promise<Browser>; killing: AbortController } | undefined;

  function start(): { browser: Promise<Browser>; killing: AbortController } {
    const killing = new AbortController();
    const started = { browser: launchBrowser(options, killing.signal), killing };
    const forget = () => {
      if (current === started) current = undefined;
    };
    started.browser.then((browser) => browser.once('disconnected', forget), forget);
    return started;
  }

  return {
    get: () => (current ??= start()).browser,
    kill(started) {
      if (current?.browser !== started) return;
      current.killing.abort();
      current = undefined;
    },
    async close() {
      const last = current;
      current = undefined;
      await (await last?.browser.catch(() => undefined))?.close();
    },
  };
}

/**
 * Starts a headless browser that only prints. However this process ends, the browser ends with it, because its pipe closes; puppeteer handles no
 * signals, which are left to the process. The sandbox is off only as root, because the browser refuses to run with it then.
 */
async function launchBrowser({ executablePath, args = [] }: BrowserOptions, signal: AbortSignal): Promise<Browser> {
  const ours = [
    '--no-startup-window',
    '--disable-gpu',
    '--font-render-hinting=none',
    '--host-resolver-rules=MAP * ~NOTFOUND',
  ];
  const isRoot = process.getuid?.() === 0;
  // loaded only in processes that print
  const { launch } = await import('puppeteer-core');
  signal.throwIfAborted();
  return launch({
    executablePath,
    headless: 'shell',
    pipe: true,
    waitForInitialPage: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    signal,
    args: [...ours, ...(isRoot ? ['--no-sandbox'] : []), ...args],
  });
}
