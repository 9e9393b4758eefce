import { BlobFailed } from '../../adapters/blobs/blobs.ts';
import type { DueClosing, PackProgress, PageMark, Tally } from '../../domain/conversation/closing.ts';
import type { ClosingEnd } from '../../domain/conversation/progress.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import { orWaitForMend } from '../conversation/repeated-fault.ts';
import { alive } from '../heartbeat.ts';
import { begin } from './begin.ts';
import type { ClosingParts } from './closing-parts.ts';
import { dueClosings } from './due.ts';
import { packPart } from './pack.ts';
import { abandon } from './settle.ts';
import { storeFault } from './store-fault.ts';
import { explain } from './turn.ts';

/** Builds the steps of closings that only touch our database. */
export function closingStepActivities(parts: ClosingParts) {
  return {
    /** Closings of an office that nobody carries out, the oldest first: asked for, or left by a run that is gone. */
    dueClosings: (officeId: string, running: string[], atMost: number): Promise<DueClosing[]> =>
      dueClosings(parts, officeId, { running, atMost }),

    /** Takes a closing over. @returns null where there is nothing to do any more */
    async beginClosing(closingId: string): Promise<Tally | null> {
      addLogFields({ closingId });
      const tally = await begin(parts, closingId);
      if (tally) parts.logger.info('closing begun', tally);
      return tally;
    },

    /** Ends a closing without a ZIP, unless it has ended. @returns how it ended */
    abandonClosing(closingId: string, reason: string): Promise<ClosingEnd> {
      addLogFields({ closingId });
      return abandon(parts, closingId, reason);
    },
  };
}
export type ClosingStepActivities = ReturnType<typeof closingStepActivities>;

/** Builds the activity that makes the ZIPs of closings. */
export function closingActivities(parts: ClosingParts) {
  return {
    /**
     * Makes one part of a closing's ZIP, stores it and writes down what went into it; the last one makes the ZIP whole. After a crash in
     * between, the next attempt makes that part again.
     *
     * @param after where the part before it stopped reading
     */
    pack(closingId: string, after: PageMark | null): Promise<PackProgress> {
      addLogFields({ closingId });
      return alive(() =>
        orWaitForMend(
          parts,
          {
            doing: 'no fechamento',
            sooner: 'com o sinal "mended" no Temporal',
            explain: (wait) => explain(parts, closingId, wait),
          },
          () =>
            packPart(parts, closingId, after).catch((error: unknown) => {
              if (error instanceof BlobFailed) return storeFault(parts, closingId, error);
              throw error;
            }),
        ),
      );
    },
  };
}
export type ClosingActivities = ReturnType<typeof closingActivities>;
