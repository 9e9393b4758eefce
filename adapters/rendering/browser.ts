import { type Browser, launch } from 'puppeteer-core';

export type BrowserOptions = {
  executablePath: string;
  /** Arguments beyond ours, for a machine that needs them. */
  args?: readonly string[];
};

/** A browser that is started when it is first needed, and again after it died. */
export type LastingBrowser = {
  get: () => Promise<Browser>;
  /** Ends it at once; the next `get` starts another. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
};

export function lastingBrowser(options: BrowserOptions): LastingBrowser {
  let current: Promise<Browser> | undefined;

  function start(): Promise<Browser> {
    const starting = launchBrowser(options);
    const forget = () => {
      if (current === starting) current = undefined;
    };
    starting.then((browser) => browser.once('disconnected', forget), forget);
    return starting;
  }

  async function take(): Promise<Browser | undefined> {
    const taken = current;
    current = undefined;
    return taken?.catch(() => undefined);
  }

  return {
    get: () => (current ??= start()),
    async kill() {
      (await take())?.process()?.kill('SIGKILL');
    },
    async close() {
      await (await take())?.close();
    },
  };
}

/**
 * A headless browser that only prints. It ends with this process, however that ends, because its pipe closes; signals are left to the
 * process. The sandbox is off only as root, because the browser refuses to run with it then.
 */
async function launchBrowser({ executablePath, args = [] }: BrowserOptions): Promise<Browser> {
  const ours = [
    '--no-startup-window',
    '--disable-gpu',
    '--font-render-hinting=none',
    '--host-resolver-rules=MAP * ~NOTFOUND',
  ];
  const isRoot = process.getuid?.() === 0;
  return launch({
    executablePath,
    headless: 'shell',
    pipe: true,
    waitForInitialPage: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...ours, ...(isRoot ? ['--no-sandbox'] : []), ...args],
  });
}
