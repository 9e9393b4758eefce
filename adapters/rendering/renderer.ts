import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { inSpan } from '../../telemetry/spans.ts';
import type { BrowserOptions } from './browser.ts';
import { type PoolLogger, printerPool } from './printer-pool.ts';

export type RendererOptions = BrowserOptions & {
  /** How many documents are printed at once; 2 by default. */
  pages?: number;
  /** Time limit of one print, of the browser's start, and of the wait for a page; 30 seconds by default. */
  timeoutMs?: number;
  /** How many prints of one owner may wait for a page; 100 by default, the usual burst of an API key. */
  waitingPerOwner?: number;
  logger?: PoolLogger;
};

/** Prints HTML documents as PDF on a browser that is kept warm. Paper size and margins are the document's own (`@page`). */
export type Renderer = {
  /**
   * @param owner whom the print is for: where prints wait, owners take turns
   * @throws PrintingFailed
   */
  pdf: (html: string, owner?: string) => Promise<Buffer>;
  /**
   * One PDF for each document of one owner, in order. Documents with equal heads are printed together and the PDF is split (`bench/danfe`). The next
   * documents are taken while the ones before are printed, so they may be generated lazily.
   *
   * @throws PrintingFailed
   */
  pdfs: (htmls: Iterable<string>, owner?: string) => Promise<Buffer[]>;
  close: () => Promise<void>;
};

const charactersPerPrint = 500_000;
/** Few documents a print, so that a request for one document does not wait long; even fewer at first, so that all pages have work soon. */
const documentsPerPrint = { first: 5, later: 10 };

/** Makes a renderer, whose browser is started by the first print. */
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

  async function printAll(htmls: Iterable<string>, owner: string): Promise<Buffer[]> {
    const printing: Promise<Buffer[]>[] = [];
    for (const batch of batchesOf(htmls, pages)) {
      const printed = printTogether(batch, owner);
      // keeps Node from reporting a rejection that happens before anything awaits it
      printed.catch(() => undefined);
      printing.push(printed);
      await setImmediate();
    }
    return (await Promise.all(printing)).flat();
  }

  return {
    pdf: (html, owner = '') => inSpan('PDF', {}, () => pool.print(html, owner)),
    pdfs: (htmls, owner = '') => inSpan('PDFs', {}, () => printAll(htmls, owner)),
    close: () => pool.close(),
  };
}

function* batchesOf(htmls: Iterable<string>, pages: number): Generator<string[]> {
  const { first, later } = documentsPerPrint;
  let batch: string[] = [];
  let [count, characters] = [0, 0];
  for (const html of htmls) {
    const isFull = batch.length >= (count < pages ? first : later);
    if (batch.length > 0 && (isFull || characters + html.length > charactersPerPrint)) {
      yield batch;
      batch = [];
      [count, characters] = [count + 1, 0];
    }
    batch.push(html);
    characters += html.length;
  }
  if (batch.length > 0) yield batch;
}

/** Documents with equal heads joined into one, and the number of sheets of each, in order. */
type JoinedHtml = { html: string; sheetCounts: number[] };

type Parts = { before: string; title: string; after: string; body: string };

/**
 * Joins documents that differ only in title and body into one, body after body; undefined where their heads differ or a body does not consist of
 * `section` sheets.
 */
function joinHtml(documents: readonly string[]): JoinedHtml | undefined {
  const parts = documents.map(partsOf);
  const [first] = parts;
  if (!first) return undefined;
  const bodies: string[] = [];
  for (const part of parts) {
    if (part?.before !== first.before || part.after !== first.after) return undefined;
    bodies.push(part.body);
  }
  const sheetCounts = bodies.map((body) => body.split('<section>').length - 1);
  if (sheetCounts.includes(0)) return undefined;
  return { html: `${first.before}${first.after}${bodies.join('')}</body></html>`, sheetCounts };
}

/** The text of a document's `title`. */
function titleOf(html: string): string {
  return partsOf(html)?.title ?? '';
}

function partsOf(html: string): Parts | undefined {
  const found = /^(.*?)<title>(.*?)<\/title>(.*?<body>)(.*)<\/body>/s.exec(html);
  if (!found) return undefined;
  const [, before = '', title = '', after = '', body = ''] = found;
  return { before, title, after, body };
}

/** Splits a PDF into documents with these numbers of pages and titles. Undefined where the pages do not add up. */
async function splitPdf(
  pdf: Buffer,
  parts: readonly { title: string; pageCount: number }[],
): Promise<Buffer[] | undefined> {
  const { PDFDocument } = await import('pdf-lib');
  const whole = await PDFDocument.load(pdf, { updateMetadata: false });
  const pageCount = parts.reduce((sum, part) => sum + part.pageCount, 0);
  if (whole.getPageCount() !== pageCount) return undefined;
  const documents: Buffer[] = [];
  let from = 0;
  for (const part of parts) {
    const document = await PDFDocument.create();
    const indices = Array.from({ length: part.pageCount }, (_, offset) => from + offset);
    for (const page of await document.copyPages(whole, indices)) document.addPage(page);
    document.setTitle(part.title);
    // Object streams would make the file a twentieth smaller and take three times as long.
    documents.push(Buffer.from(await document.save({ useObjectStreams: false, addDefaultPage: false })));
    from += part.pageCount;
  }
  return documents;
}

/** Used where no browser is configured: printing fails, everything else works. */
export const missingRenderer: Renderer = {
  pdf: () => Promise.reject(unavailable()),
  pdfs: () => Promise.reject(unavailable()),
  close: () => Promise.resolve(),
};

function unavailable(): DomainError {
  const message = 'Este servidor não tem navegador para desenhar PDF: defina PUPPETEER_EXECUTABLE_PATH.';
  return new DomainError('service_unavailable', message);
}
