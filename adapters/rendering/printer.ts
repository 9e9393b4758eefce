import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'puppeteer-core';

/** A warm browser page: fonts are loaded once, and the document is replaced for every print. */
export type Printer = {
  /** Prints the document on the paper that its `@page` rule names; rejects when the page dies. */
  print: (html: string) => Promise<Buffer>;
  close: () => Promise<void>;
};

/** Opens a page that runs no script and reaches no network: images work as `data:` URLs only. */
export async function openPrinter(browser: Browser, fonts: readonly EmbeddedFont[]): Promise<Printer> {
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  const died = deathOf(page);
  await prepare(page, fonts);
  const { frameTree } = await session.send('Page.getFrameTree');
  const frameId = frameTree.frame.id;

  async function printed(html: string): Promise<Buffer> {
    await session.send('Page.setDocumentContent', { frameId, html });
    if (html.includes('<img')) await imagesDecoded(session);
    const { data } = await session.send('Page.printToPDF', {
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: false,
      transferMode: 'ReturnAsBase64',
    });
    return Buffer.from(data, 'base64');
  }

  return {
    print: (html) => Promise.race([printed(html), died]),
    close: () => page.close(),
  };
}

/** Rejects when the page crashes, because a command that was sent to it is then never answered. */
function deathOf(page: Page): Promise<never> {
  const died = new Promise<never>((_, reject) => {
    page.once('error', reject);
    page.once('close', () => reject(new Error('The page was closed')));
  });
  died.catch(() => undefined);
  return died;
}

/**
 * Sets up a page once for all prints: documents are put into it without navigating, so all of this stays. That is why documents have no policy of
 * their own: each would hold for all documents after it, and be checked for each of their styles (decision 17).
 */
async function prepare(page: Page, fonts: readonly EmbeddedFont[]): Promise<void> {
  await page.evaluate(`(${setUp})(${JSON.stringify(fonts)})`);
  await page.setJavaScriptEnabled(false);
  await page.setOfflineMode(true);
}

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/**
 * Runs in the page. Only the layout for paper is needed, and one for the screen would double the cost. The browser makes a paper layout twice, to
 * count pages and to print, and switches to the screen in between: `content-visibility: hidden` there saves the second layout, `display: none` would
 * not.
 */
const setUp = `async (fonts) => {
  for (const { family, weight, base64 } of fonts) {
    const face = new FontFace(family, 'url(data:font/woff2;base64,' + base64 + ')', { weight });
    document.fonts.add(await face.load());
  }
  const unseen = new CSSStyleSheet();
  unseen.replaceSync('@media screen { body { content-visibility: hidden } }');
  document.adoptedStyleSheets = [unseen];
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = "${policy}";
  document.head.append(meta);
}`;

async function imagesDecoded(session: CDPSession): Promise<void> {
  const expression = 'Promise.allSettled([...document.images].map((image) => image.decode())).then(() => undefined)';
  await session.send('Runtime.evaluate', { expression, awaitPromise: true });
}

/**
 * `closed`: asked for after close. `crowded`: too many prints of one owner wait. `late`: waited too long for a page. `start`: no browser or page
 * opened. `timeout`: the print took too long. `broken`: the page or browser died.
 */
type PrintingFailure = 'closed' | 'crowded' | 'late' | 'start' | 'timeout' | 'broken';

const sentences: Record<PrintingFailure, string> = {
  closed: 'The renderer is closed',
  crowded: 'Too many documents of this owner wait to be printed',
  late: 'No page of the browser became free in time',
  start: 'The browser could not be started',
  timeout: 'The browser took too long over a document',
  broken: 'The browser broke while it printed',
};

/** A document was not printed; another attempt may succeed. */
export class PrintingFailed extends Error {
  readonly reason: PrintingFailure;

  constructor(reason: PrintingFailure, options?: ErrorOptions) {
    super(sentences[reason], options);
    this.name = 'PrintingFailed';
    this.reason = reason;
  }
}

type EmbeddedFont = { family: string; weight: string; base64: string };

const faces = ['Tinos', 'Arimo'].flatMap((family) => ['400', '700'].map((weight) => ({ family, weight })));

/** Fonts with the metrics of Times New Roman and Arial, Latin part, as files of their npm packages for the browser to load from memory. */
export async function embeddedFonts(): Promise<EmbeddedFont[]> {
  return Promise.all(
    faces.map(async ({ family, weight }) => {
      const name = family.toLowerCase();
      const file = import.meta.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`);
      return { family, weight, base64: await readFile(fileURLToPath(file), 'base64') };
    }),
  );
}
