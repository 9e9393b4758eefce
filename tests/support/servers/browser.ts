import { type Browser, type BrowserContext, type BrowserContextOptions, launch, type Page } from 'puppeteer-core';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { patienceMs } from '../checks/until.ts';

/** One test file's part of the browser: its pages share no cookie with those of other files. */
export type Browsing = {
  newPage(): Promise<Page>;
  /** A browser context with cookies of its own, as another person. */
  createBrowserContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Closes its pages and contexts. */
  close(): Promise<void>;
};

let launched: Promise<Browser> | undefined;

/** Opens a part of the browser that all test files of this process share. The browser ends with the process, because its pipe ends then. */
export async function openBrowsing(): Promise<Browsing> {
  const browser = await (launched ??= launchBrowser());
  const contexts: BrowserContext[] = [];
  const createBrowserContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.createBrowserContext(options);
    contexts.push(context);
    const opened = context.newPage.bind(context);
    context.newPage = async () => {
      const page = await opened();
      page.setDefaultTimeout(patienceMs);
      return page;
    };
    return context;
  };
  const own = await createBrowserContext();
  return {
    newPage: () => own.newPage(),
    createBrowserContext,
    async close() {
      await Promise.all(contexts.map((context) => context.close().catch(() => {})));
    },
  };
}

/** From its next address on the page is given no storage, as browsers do that block every cookie. */
export async function withoutStorage(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const denied = {
      get(): never {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    };
    Object.defineProperties(window, { sessionStorage: denied, localStorage: denied });
  });
}

async function launchBrowser(): Promise<Browser> {
  const { path: executablePath, args } = await chromiumExecutable();
  // The host of pages that call an API from another origin.
  const elsewhere = '--host-resolver-rules=MAP stranger.example 127.0.0.1';
  const options = { headless: 'shell', pipe: true, protocolTimeout: patienceMs } as const;
  const browser = await launch({ executablePath, args: [...args, elsewhere], ...options });
  browser.process()?.unref();
  return browser;
}
