export const printingFailures = ['closed', 'crowded', 'late', 'start', 'timeout', 'broken'] as const;

/**
 * `closed`: asked after close. `crowded`: too many of one owner wait. `late`: waited too long for a page. `start`: no browser or page
 * opened. `timeout`: took too long. `broken`: the page or browser died.
 */
export type PrintingFailure = (typeof printingFailures)[number];

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
