import type { BrowserOptions } from './browser.ts';
import { joinHtml, titleOf } from './joined-html.ts';
import { type PoolLogger, printerPool } from './printer-pool.ts';
import { splitPdf } from './split-pdf.ts';

export type RendererOptions = BrowserOptions & {
  /** Documents printed at once; 2 when absent. */
  pages?: number;
  /** Time for one print, for the start of the browser, and for the wait for a page; 30 seconds when absent. */
  timeoutMs?: number;
  /** How many documents of one owner may wait for a page; 100 when absent, the usual burst of a key. */
  waitingPerOwner?: number;
  logger?: PoolLogger;
};

/** Prints HTML documents as PDF, on a browser that is kept warm. Paper and margins are the document's own (`@page`). */
export type Renderer = {
  /**
   * @param owner who waits for it: where documents wait, owners take turns
   * @throws PrintingFailed
   */
  pdf: (html: string, owner?: string) => Promise<Buffer>;
  /**
   * One PDF for each document of one owner, in their order; documents of one template are printed together and cut apart (`bench/danfe`).
   *
   * @throws PrintingFailed
   */
  pdfs: (htmls: readonly string[], owner?: string) => Promise<Buffer[]>;
  close: () => Promise<void>;
};

const charactersPerPrint = 500_000;
const documentsPerPrint = 15;

/** The browser is started by the first print. */
export function createRenderer(options: RendererOptions): Renderer {
  const { pages = 2, timeoutMs = 30_000, waitingPerOwner = 100, ...others } = options;
  const pool = printerPool({ ...others, pages, timeoutMs, waitingPerOwner });

  async function printTogether(htmls: readonly string[], owner: string): Promise<Buffer[]> {
    const joined = htmls.length > 1 ? joinHtml(htmls) : undefined;
    if (!joined) return printApart(htmls, owner);
    const parts = htmls.map((html, index) => ({ title: titleOf(html), pageCount: joined.sheetCounts[index] ?? 0 }));
    return (await splitPdf(await pool.print(joined.html, owner), parts)) ?? printApart(htmls, owner);
  }

  function printApart(htmls: readonly string[], owner: string): Promise<Buffer[]> {
    return Promise.all(htmls.map((html) => pool.print(html, owner)));
  }

  return {
    pdf: (html, owner = '') => pool.print(html, owner),
    async pdfs(htmls, owner = '') {
      const printed = await Promise.all(batchesOf(htmls, pages).map((batch) => printTogether(batch, owner)));
      return printed.flat();
    },
    close: () => pool.close(),
  };
}

/** As many batches as give every page the same work, and small enough that a request for one document does not wait long. */
function batchesOf(htmls: readonly string[], pages: number): string[][] {
  const rounds = Math.ceil(htmls.length / (pages * documentsPerPrint));
  const most = Math.ceil(htmls.length / (pages * rounds));
  const batches: string[][] = [];
  let characters = 0;
  for (const html of htmls) {
    const last = batches.at(-1);
    if (last && last.length < most && characters + html.length <= charactersPerPrint) {
      last.push(html);
      characters += html.length;
    } else {
      batches.push([html]);
      characters = html.length;
    }
  }
  return batches;
}
