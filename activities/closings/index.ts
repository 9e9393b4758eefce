import { LockMode } from '@mikro-orm/core';
import { BlobFailed } from '../../adapters/blobs/blobs.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import type { DueClosing, PackProgress, PageMark, ClosingCounts } from '../../domain/conversation/pack-progress.ts';
import type { ClosingEnd } from '../../domain/conversation/progress.ts';
import { waitOf } from '../../domain/conversation/wait-of.ts';
import { boundsOf, monthInDigits } from '../../domain/month.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import { withHeartbeat, orWaitForMend } from '../wait-for-mend.ts';
import { packPart } from './pack.ts';
import { abandon } from './settle.ts';
import { type ZipParts, explainClosing } from './turn.ts';

/** Builds the activities of closings that only touch our database. */
export function closingStepActivities(parts: ZipParts) {
  return {
    /** Closings of an office that no run works on, the oldest first: asked for, or left behind by a run that is gone. */
    dueClosings: (officeId: string, running: string[], atMost: number): Promise<DueClosing[]> =>
      dueClosings(parts, officeId, { running, atMost }),

    /** Takes a closing over. @returns null where nothing is left to do */
    async beginClosing(closingId: string): Promise<ClosingCounts | null> {
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
export function closingActivities(parts: ZipParts) {
  return {
    /**
     * Makes one part of a closing's ZIP, stores it and writes down what went into it; the last part completes the ZIP. After a crash the next
     * attempt makes that part again.
     *
     * @param after where the previous part stopped reading
     */
    pack(closingId: string, after: PageMark | null): Promise<PackProgress> {
      addLogFields({ closingId });
      return withHeartbeat(() =>
        orWaitForMend(
          parts,
          {
            doing: 'no fechamento',
            sooner: 'com o sinal "mended" no Temporal',
            explain: (wait) => explainClosing(parts, closingId, wait),
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

/**
 * Takes a closing over, for the first time or after a crash, and counts the documents of its month. @returns null where it has ended or does not
 * exist
 */
function begin({ orm }: Pick<ZipParts, 'orm'>, closingId: string): Promise<ClosingCounts | null> {
  return acrossCompanies(orm).transactional(async (em) => {
    const closing = await em.findOne(Closing, { id: closingId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!closing || (closing.status !== 'PENDING' && closing.status !== 'RUNNING')) return null;
    const { start, next } = boundsOf(closing);
    const [counted] = await em.execute<[{ count: number }]>(countMonth, [closing.company, start, next]);
    closing.begin(counted.count);
    const { documentCount, doneCount, pdfCount } = closing;
    return { documentCount, doneCount, pdfCount };
  });
}

const countMonth = `
  select count(*)::int as count from document
  where company_id = ? and environment = 'PRODUCTION' and status in ('AUTHORIZED', 'CANCELLED')
    and issue_date_time >= ? and issue_date_time < ?`;

/**
 * Closings of an office that no run works on, the oldest first.
 *
 * @param running ids of the closings that the caller works on
 */
async function dueClosings(
  { orm }: Pick<ZipParts, 'orm'>,
  officeId: string,
  { running, atMost }: { running: string[]; atMost: number },
): Promise<DueClosing[]> {
  const due = await acrossCompanies(orm).find(
    Closing,
    { office: officeId, status: { $in: ['PENDING', 'RUNNING'] }, id: { $nin: running } },
    { orderBy: { id: 'asc' }, limit: atMost },
  );
  return due.map(({ id, companyTaxId, companyName, year, month }) => ({
    closingId: id,
    companyTaxId,
    companyName,
    month: monthInDigits({ year, month }),
  }));
}

/** What a fault of the store means for a closing: the closing waits until the store is back, unless the store has lost what it held of the ZIP. */
async function storeFault(parts: ZipParts, closingId: string, error: BlobFailed): Promise<PackProgress> {
  const { fault, message: reason } = error;
  parts.logger.warn('the store could not take a part of a closing', { closingId, fault, error });
  if (fault === 'missing' || fault === 'damaged') {
    return { kind: 'settled', end: await abandon(parts, closingId, `${reason} Peça o fechamento do mês outra vez.`) };
  }
  const wait = { kind: 'wait', pause: 'store', reason } as const;
  await explainClosing(parts, closingId, waitOf(wait));
  return wait;
}
