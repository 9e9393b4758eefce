import { setTimeout } from 'node:timers/promises';
import { type BrowserOptions, lastingBrowser } from './browser.ts';
import { embeddedFonts, openPrinter, type Printer, PrintingFailed } from './printer.ts';
import { turns } from './turns.ts';

export type PoolLogger = { warn: (message: string, details: { reason: string; cause: unknown }) => unknown };

export type PrinterPoolOptions = BrowserOptions & {
  /** How many documents are printed at once; each browser page is a process. */
  pages: number;
  /** Time limit of one print, of the browser's start, and of the wait for a page. */
  timeoutMs: number;
  /** How many documents of one owner may wait for a page. */
  waitingPerOwner: number;
  logger?: PoolLogger | undefined;
};

export type PrinterPool = {
  /**
   * Prints on a free page; where prints wait, their owners take turns. Prints once more on a new page when a page dies.
   *
   * @throws PrintingFailed
   */
  print: (html: string, owner: string) => Promise<Buffer>;
  /** Lets what is being printed end, then ends the browser. */
  close: () => Promise<void>;
};

/** A place in the pool for one page, which is opened when first needed. */
type Slot = { printer?: Printer | undefined; prints: number };

/** A page is closed after so many prints, so that what the browser keeps of each does not add up. */
const printsPerPage = 1000;

/** A pool of a few warm pages of one browser. A page that died or hung is replaced; the browser is, when it opens no page. */
export function printerPool(options: PrinterPoolOptions): PrinterPool {
  const { pages, timeoutMs, waitingPerOwner, logger } = options;
  const browser = lastingBrowser(options);
  const fonts = embeddedFonts();
  const slots = Array.from({ length: pages }, (): Slot => ({ prints: 0 }));
  const { take, giveBack } = turns(slots, { waitingPerOwner, patienceMs: timeoutMs });
  const running = new Set<Promise<Buffer>>();
  let isClosed = false;

  async function onFreeSlot(html: string, owner: string): Promise<Buffer> {
    const slot = await take(owner);
    try {
      return await printOn(slot, html).catch((cause: unknown) => {
        if (!(cause instanceof PrintingFailed) || cause.reason !== 'broken') throw cause;
        return printOn(slot, html);
      });
    } finally {
      giveBack(slot);
    }
  }

  async function printOn(slot: Slot, html: string): Promise<Buffer> {
    const printer = (slot.printer ??= await open());
    slot.prints += 1;
    try {
      return await withinTime(timeoutMs, printer.print(html));
    } catch (cause) {
      slot.prints = printsPerPage;
      const failure = cause instanceof PrintingFailed ? cause : new PrintingFailed('broken', { cause });
      logger?.warn('A page of the browser is replaced', { reason: failure.reason, cause });
      throw failure;
    } finally {
      if (slot.prints >= printsPerPage) giveUp(slot);
    }
  }

  async function open(): Promise<Printer> {
    const started = browser.get();
    try {
      return await withinTime(
        timeoutMs,
        Promise.all([started, fonts]).then(([from, faces]) => openPrinter(from, faces)),
      );
    } catch (cause) {
      const isLate = cause instanceof PrintingFailed && cause.reason === 'timeout';
      const launched = isLate ? null : await started.catch(() => null);
      const reason = launched ? 'broken' : 'start';
      // Where a page dies while it is opened, the browser and its other pages stay.
      const isStanding = launched?.connected ?? false;
      logger?.warn(isStanding ? 'A page of the browser is replaced' : 'The browser is replaced', { reason, cause });
      if (!isStanding) browser.kill(started);
      throw new PrintingFailed(reason, { cause });
    }
  }

  function giveUp(slot: Slot): void {
    // not awaited: a page that hangs may take long to close, and one that died is closed already
    slot.printer?.close().catch(() => undefined);
    slot.printer = undefined;
    slot.prints = 0;
  }

  return {
    async print(html, owner) {
      if (isClosed) throw new PrintingFailed('closed');
      const printing = onFreeSlot(html, owner);
      running.add(printing);
      return printing.finally(() => running.delete(printing));
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
      await browser.close();
    },
  };
}

/**
 * The result of `work`, unless it takes too long; then `work` goes on, and its result is ignored.
 *
 * @throws PrintingFailed with `timeout`
 */
async function withinTime<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const settled = new AbortController();
  const tooLate = setTimeout(timeoutMs, undefined, { signal: settled.signal }).then(() => {
    throw new PrintingFailed('timeout');
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    settled.abort();
  }
}
