import type { BrowserOptions } from './browser.ts';
import { joinHtml, titleOf } from './joined-html.ts';
import { type PoolLogger, printerPool } from './printer-pool.ts';
import { splitPdf } from './split-pdf.ts';

export type RendererOptions = BrowserOptions & {
  /** Documents printed at once; 2 when absent. */
  pages?: number;
  /** Time for one print, and for the start of the browser; 30 seconds when absent. */
  timeoutMs?: number;
  logger?: PoolLogger;
};

/** Prints HTML documents as PDF, on a browser that is kept warm. Paper and margins are the document's own (`@page`). */
export type Renderer = {
  /** @throws PrintingFailed */
  pdf: (html: string) => Promise<Buffer>;
  /**
   * One PDF for each document, in their order; documents of one template are printed together and cut apart (`bench/danfe`).
   *
   * @throws PrintingFailed
   */
  pdfs: (htmls: readonly string[]) => Promise<Buffer[]>;
  close: () => Promise<void>;
};

const charactersPerPrint = 500_000;
const documentsPerPrint = 15;

/** The browser is started by the first print. */
export function createRenderer({ pages = 2, timeoutMs = 30_000, ...options }: RendererOptions): Renderer {
  const pool = printerPool({ ...options, pages, timeoutMs });

  async function printTogether(htmls: readonly string[]): Promise<Buffer[]> {
    const joined = htmls.length > 1 ? joinHtml(htmls) : undefined;
    if (!joined) return printApart(htmls);
    const parts = htmls.map((html, index) => ({ title: titleOf(html), pageCount: joined.sheetCounts[index] ?? 0 }));
    return (await splitPdf(await pool.print(joined.html), parts)) ?? printApart(htmls);
  }

  function printApart(htmls: readonly string[]): Promise<Buffer[]> {
    return Promise.all(htmls.map((html) => pool.print(html)));
  }

  return {
    pdf: (html) => pool.print(html),
    async pdfs(htmls) {
      const printed = await Promise.all(batchesOf(htmls, pages).map(printTogether));
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
