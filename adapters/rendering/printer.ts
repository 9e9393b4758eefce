import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'puppeteer-core';

/** A page kept warm: fonts are loaded once, and its document is replaced for every print. */
export type Printer = {
  /** Prints the document on the paper that its `@page` rule names; rejects when the page dies. */
  print: (html: string) => Promise<Buffer>;
  close: () => Promise<void>;
};

/** Opens a page that runs no script and reaches no network: an image is a `data:` URL or does not appear. */
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

/** A command sent to a page that crashes is never answered, so the crash itself has to reject. */
function deathOf(page: Page): Promise<never> {
  const died = new Promise<never>((_, reject) => {
    page.once('error', reject);
    page.once('close', () => reject(new Error('The page was closed')));
  });
  died.catch(() => undefined);
  return died;
}

/**
 * What is set here stays, because documents are put into the page instead of navigating to them. A policy in a document would stay, too:
 * each would bind all documents after it, and be asked about every style of theirs (decision 17).
 */
async function prepare(page: Page, fonts: readonly EmbeddedFont[]): Promise<void> {
  await page.evaluate(`(${setUp})(${JSON.stringify(fonts)})`);
  await page.setJavaScriptEnabled(false);
  await page.setOfflineMode(true);
}

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/**
 * Runs in the page. Only the layout for paper is needed; one for the screen would double the cost. The browser makes it twice, to count pages
 * and to print, and turns to the screen between: contents that are hidden there, and not away, are laid out once.
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
 * `closed`: asked after close. `crowded`: too many of one owner wait. `late`: waited too long for a page. `start`: no browser or page
 * opened. `timeout`: took too long. `broken`: the page or browser died.
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

/** The metric twins of Times New Roman and Arial as their packages ship them, Latin part, for the browser to load from memory. */
export async function embeddedFonts(): Promise<EmbeddedFont[]> {
  return Promise.all(
    faces.map(async ({ family, weight }) => {
      const name = family.toLowerCase();
      const file = import.meta.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`);
      return { family, weight, base64: await readFile(fileURLToPath(file), 'base64') };
    }),
  );
}
