import type { Client } from '@temporalio/client';
import pLimit from 'p-limit';
import type { Logger } from '../../config/logger.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { startOrLeave } from './start-emission.ts';

/** Starts of emissions that go on behind the answers of the requests that asked for them. */
export type StartsBehind = {
  /**
   * Takes on the start of a committed document. A process that dies before it is done leaves it to reconciliation, as a Temporal that is away does.
   *
   * @returns once it is under way, which is at once unless as many are as may be
   */
  begin(document: Document, of: { taxId: string; log: Pick<Logger, 'warn' | 'error'> }): Promise<void>;
  /** Waits for those that are under way. */
  over(): Promise<void>;
};

/** Starts under way at once: who asks for more waits, so that nothing piles up before a slow Temporal but requests. */
const atOnce = 64;

/** One for a process, with the client by which it reaches Temporal. */
export function startsBehind(temporal: Client): StartsBehind {
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
