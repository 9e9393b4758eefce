import type { Client } from '@temporalio/client';
import pLimit from 'p-limit';
import type { Logger } from '../../config/logger.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { startOrLeave } from './start-emission.ts';

/** Starts emissions after the requests that asked for them were answered. */
export type BackgroundStarts = {
  /**
   * Starts the emission of a committed document. Where the process dies before, or Temporal is away, reconciliation starts it.
   *
   * @returns once the start is under way: at once, unless `atOnce` starts already are
   */
  begin(document: Document, of: { taxId: string; log: Pick<Logger, 'warn' | 'error'> }): Promise<void>;
  /** Waits for the starts under way. */
  over(): Promise<void>;
};

/** Starts under way at once: further requests wait before they are answered, so that no queue of starts grows before a slow Temporal. */
const atOnce = 64;

/** Makes the one `BackgroundStarts` of a process. */
export function backgroundStarts(temporal: Client): BackgroundStarts {
  const limit = pLimit(atOnce);
  const underWay = new Set<Promise<void>>();
  return {
    begin(document, { taxId, log }) {
      return new Promise((takenOn) => {
        const start = limit(async () => {
          takenOn();
          try {
            await startOrLeave(temporal, document, { taxId, log });
          } catch (error) {
            log.error('an emission could not be started: reconciliation will', { documentId: document.id, error });
          }
        }).finally(() => underWay.delete(start));
        underWay.add(start);
      });
    },
    async over() {
      await Promise.all(underWay);
    },
  };
}
