import { Context } from '@temporalio/activity';
import { NIL } from 'uuid';
import { BlobFailed } from '../../adapters/blobs/blobs.ts';
import type { EntityManager } from '../../config/orm.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Parts } from '../parts.ts';

/** How many ZIPs are looked up at once. */
const batchSize = 100;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Kept = Pick<Closing, 'id' | 'blobKey'>;
/** Reads the next ones in the order of their ids. */
type Batch = (em: EntityManager, after: string) => Promise<Kept[]>;

/** Builds the activities that keep the store of ZIPs, and what is kept of downloads, from growing for ever. */
export function forgettingActivities({ orm, blobs, logger, now }: Pick<Parts, 'orm' | 'blobs' | 'logger' | 'now'>) {
  /** One ZIP that cannot be removed does not keep the others; the next round tries it again. @returns those that are gone */
  async function removed(batch: Kept[]): Promise<string[]> {
    const gone: string[] = [];
    for (const { id, blobKey } of batch) {
      Context.current().heartbeat();
      try {
        await blobs.remove(blobKey);
        gone.push(id);
      } catch (error) {
        if (!(error instanceof BlobFailed)) throw error;
        logger.warn('the ZIP of a closing could not be deleted', { closingId: id, error });
      }
    }
    return gone;
  }

  async function removeAll(next: Batch): Promise<string[]> {
    const gone: string[] = [];
    for (let after: string = NIL; ;) {
      const batch = await next(acrossCompanies(orm), after);
      gone.push(...(await removed(batch)));
      const last = batch.at(-1);
      if (batch.length < batchSize || !last || Context.current().cancellationSignal.aborted) return gone;
      after = last.id;
    }
  }

  return {
    /**
     * Deletes the ZIPs whose time has come. Their closings stay: they say what was closed when.
     *
     * @returns how many
     */
    async forgetZips(): Promise<number> {
      const at = now();
      const expired = { expiresAt: { $lte: at }, deletedAt: null };
      const gone = await removeAll((em, after) => idsAndKeys(em, { ...expired, id: { $gt: after } }));
      // Only afterwards: of a ZIP that is said to be deleted nothing is left.
      await acrossCompanies(orm).nativeUpdate(Closing, { id: { $in: gone }, deletedAt: null }, { deletedAt: at });
      return gone.length;
    },

    /**
     * Removes what crashes left in the store: parts of ZIPs that nobody writes any more, and ZIPs whose closing has FAILED since they were whole.
     *
     * @returns how many uploads
     */
    async sweepStore(): Promise<number> {
      const at = now().getTime();
      const past = {
        status: 'FAILED',
        completedAt: { $gte: new Date(at - dayMs), $lte: new Date(at - hourMs) },
      } as const;
      await removeAll((em, after) => idsAndKeys(em, { ...past, id: { $gt: after } }));
      const rows = await acrossCompanies(orm).execute<{ upload_id: string }[]>(
        `select upload ->> 'uploadId' as upload_id from closing where status = 'RUNNING' and upload is not null`,
      );
      const alive = new Set(rows.map(({ upload_id }) => upload_id));
      // What began within the hour may belong to a closing that has not said so yet.
      return blobs.sweep(new Date(at - hourMs), (uploadId) => alive.has(uploadId));
    },

    /**
     * Deletes links to ZIPs that expired more than a day ago.
     *
     * @returns how many
     */
    async forgetClosingLinks(): Promise<number> {
      const before = new Date(now().getTime() - dayMs);
      const gone = await acrossCompanies(orm).execute<unknown[]>(
        `delete from closing_link where expires_at < ? returning id`,
        [before],
      );
      return gone.length;
    },
  };
}
export type ForgettingActivities = ReturnType<typeof forgettingActivities>;

function idsAndKeys(em: EntityManager, where: Parameters<typeof em.find<Closing>>[1]): Promise<Kept[]> {
  return em.find(Closing, where, { fields: ['id', 'blobKey'], orderBy: { id: 'asc' }, limit: batchSize });
}
