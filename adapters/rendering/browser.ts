import type { Browser } from 'puppeteer-core';

export type BrowserOptions = {
  executablePath: string;
  /** Arguments beyond ours, for a machine that needs them. */
  args?: readonly string[];
};

/** A browser that is started when it is first needed, and again after it died. */
export type LastingBrowser = {
  get: () => Promise<Browser>;
  /** Ends a browser at once, also one that has not answered yet; the next `get` starts another. */
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
 * A headless browser that only prints. It ends with this process, however that ends, because its pipe closes; signals are left to the
 * process. The sandbox is off only as root, because the browser refuses to run with it then.
 */
async function launchBrowser({ executablePath, args = [] }: BrowserOptions, signal: AbortSignal): Promise<Browser> {
  const ours = [
    '--no-startup-window',
    '--disable-gpu',
    '--font-render-hinting=none',
    '--host-resolver-rules=MAP * ~NOTFOUND',
  ];
  const isRoot = process.getuid?.() === 0;
  // Loaded by those alone who print.
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
