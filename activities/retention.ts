import { Context } from '@temporalio/activity';
import { NIL } from 'uuid';
import { BlobFailed } from '../adapters/blobs/blobs.ts';
import type { EntityManager } from '../config/orm.ts';
import { Closing } from '../domain/closings/closing.entity.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import type { Parts } from './parts.ts';

/** How many deliveries one statement deletes: that takes a tenth of a second, and other work gets its turn between two statements. */
const deliveryBatchSize = 1_000;
/** After this time the rest is left to the next round. */
const atMostMs = 5 * 60_000;

/** Builds the activity that limits the log of deliveries. */
export function retentionActivities({ orm, now }: Pick<Parts, 'orm' | 'now'>) {
  return {
    /**
     * Deletes deliveries, with their attempts, for which no attempt is due and none was made for `days` days. Waiting deliveries stay, however old
     * they are. So do events: they are the history of documents, and there are only as many as documents have.
     *
     * @returns how many deliveries it deleted
     */
    async forgetDeliveries(days: number): Promise<number> {
      const em = acrossCompanies(orm);
      const context = Context.current();
      const before = new Date(now().getTime() - days * 86_400_000);
      const untilMs = performance.now() + atMostMs;
      let forgotten = 0;
      for (;;) {
        const batch = await em.execute<unknown[]>(deliveryStatement, [
          before,
          before,
          deliveryBatchSize,
          deliveryBatchSize,
        ]);
        forgotten += batch.length;
        const isOver = context.cancellationSignal.aborted || performance.now() >= untilMs;
        if (batch.length < deliveryBatchSize || isOver) return forgotten;
        context.heartbeat();
      }
    },
  };
}
export type RetentionActivities = ReturnType<typeof retentionActivities>;

/** Takes the oldest deliveries of each endpoint. A row that another transaction is changing is left for the next round: it may be redelivered. */
const deliveryStatement = `
  with ended as (
    select old.id from webhook_endpoint e cross join lateral (
      select d.id from webhook_delivery d
      where d.endpoint_id = e.id and d.created_at < ? and d.next_attempt_at is null
        and not exists (select 1 from webhook_attempt a where a.delivery_id = d.id and a.started_at >= ?)
      order by d.created_at, d.id limit ?
      for update skip locked
    ) old limit ?
  )
  delete from webhook_delivery d using ended where d.id = ended.id returning d.id`;

/** How many links one statement deletes. */
const exportLinkBatchSize = 5_000;

/** Builds the activity that limits the links to exports. */
export function linkActivities({ orm, now }: Pick<Parts, 'orm' | 'now'>) {
  return {
    /**
     * Deletes links to exports and to the portal that expired more than a day ago.
     *
     * @returns how many links to exports it deleted
     */
    async forgetExportLinks(): Promise<number> {
      const em = acrossCompanies(orm);
      const context = Context.current();
      const before = new Date(now().getTime() - dayMs);
      await em.execute(portalLinkStatement, [before]);
      let forgotten = 0;
      for (;;) {
        const batch = await em.execute<unknown[]>(exportLinkStatement, [before, exportLinkBatchSize]);
        forgotten += batch.length;
        if (batch.length < exportLinkBatchSize || context.cancellationSignal.aborted) return forgotten;
        context.heartbeat();
      }
    },
  };
}
export type LinkActivities = ReturnType<typeof linkActivities>;

const exportLinkStatement = `
  delete from export_link where id in (select id from export_link where expires_at < ? order by expires_at limit ?)
  returning id`;

/** The entries in the log of changes that say who used a link stay. */
const portalLinkStatement = `delete from portal_link where coalesce(session_ends_at, expires_at) < ?`;

/** How many ZIPs are read from the database at once. */
const zipBatchSize = 100;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type StoredClosing = Pick<Closing, 'id' | 'blobKey'>;
/** Reads the next closings in the order of their ids. */
type Batch = (em: EntityManager, after: string) => Promise<StoredClosing[]>;

/** Builds the activities that limit the store of ZIPs, and what is kept about downloads. */
export function forgettingActivities({ orm, blobs, logger, now }: Pick<Parts, 'orm' | 'blobs' | 'logger' | 'now'>) {
  /**
   * Removes the ZIPs of a batch. One that cannot be removed does not keep the others; the next round tries it again. @returns the ids of those that
   * are gone
   */
  async function removed(batch: StoredClosing[]): Promise<string[]> {
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
      if (batch.length < zipBatchSize || !last || Context.current().cancellationSignal.aborted) return gone;
      after = last.id;
    }
  }

  return {
    /**
     * Deletes the ZIPs whose retention has ended. Their closings stay: they say what was closed when.
     *
     * @returns how many ZIPs it deleted
     */
    async forgetZips(): Promise<number> {
      const at = now();
      const expired = { expiresAt: { $lte: at }, deletedAt: null };
      const gone = await removeAll((em, after) => idsAndKeys(em, { ...expired, id: { $gt: after } }));
      // Written only afterwards: of a ZIP whose row says that it is deleted, nothing is left.
      await acrossCompanies(orm).nativeUpdate(Closing, { id: { $in: gone }, deletedAt: null }, { deletedAt: at });
      return gone.length;
    },

    /**
     * Removes what crashes left in the store: parts of ZIPs that nobody writes any more, and complete ZIPs whose closing has FAILED.
     *
     * @returns how many unfinished uploads it removed
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
      // An upload that began within the last hour may belong to a closing that has not written it down yet.
      return blobs.sweep(new Date(at - hourMs), (uploadId) => alive.has(uploadId));
    },

    /**
     * Deletes links to ZIPs that expired more than a day ago.
     *
     * @returns how many links it deleted
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

function idsAndKeys(em: EntityManager, where: Parameters<typeof em.find<Closing>>[1]): Promise<StoredClosing[]> {
  return em.find(Closing, where, { fields: ['id', 'blobKey'], orderBy: { id: 'asc' }, limit: zipBatchSize });
}

/** How many rows one statement deletes. Of calls it is fewer: each may have two bodies of 16 KB. */
const logBatchSizes = { audit: 5_000, requests: 5_000, calls: 1_000 };

/** Builds the activities that limit the logs of what people and programs did. Each calls the database function that alone may delete there. */
export function logActivities({ orm }: Pick<Parts, 'orm'>) {
  return {
    /**
     * Deletes entries of the log of changes that are older than five years.
     *
     * @returns how many entries it deleted
     */
    async forgetAuditEntries(): Promise<number> {
      return inBatches(orm, 'forget_audit_entries', logBatchSizes.audit);
    },

    /**
     * Deletes the requests of operators' programs that are kept for their `Idempotency-Key`, after 30 days. What they created stays.
     *
     * @returns how many requests it deleted
     */
    async forgetOperatorRequests(): Promise<number> {
      return inBatches(orm, 'forget_operator_requests', logBatchSizes.requests);
    },

    /**
     * Deletes the logged API calls of companies' keys that are older than seven days.
     *
     * @returns how many calls it deleted
     */
    async forgetApiCalls(): Promise<number> {
      return inBatches(orm, 'forget_api_calls', logBatchSizes.calls);
    },
  };
}
export type LogActivities = ReturnType<typeof logActivities>;

/** Calls a database function that deletes up to `size` rows at a time, until it deletes fewer. @returns how many rows were deleted */
async function inBatches(
  orm: Parts['orm'],
  name: 'forget_api_calls' | 'forget_audit_entries' | 'forget_operator_requests',
  size: number,
): Promise<number> {
  const em = acrossCompanies(orm);
  const context = Context.current();
  let forgotten = 0;
  for (;;) {
    const [batch] = await em.execute<{ count: number }[]>(`select ${name}(?) as count`, [size]);
    const count = batch?.count ?? 0;
    forgotten += count;
    if (count < size || context.cancellationSignal.aborted) return forgotten;
    context.heartbeat();
  }
}
