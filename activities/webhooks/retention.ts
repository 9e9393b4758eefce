import { Context } from '@temporalio/activity';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Parts } from '../parts.ts';

/** How many rows one statement deletes, in a tenth of a second; between two statements other work has a turn. */
const batchSize = 1_000;
/** After this long the rest is left to the next round. */
const atMostMs = 5 * 60_000;

/** Builds the activity that keeps the log of deliveries from growing for ever. */
export function retentionActivities({ orm, now }: Pick<Parts, 'orm' | 'now'>) {
  return {
    /**
     * Deletes deliveries, with their attempts, for which no attempt is due and none was made for so many days. Waiting deliveries stay,
     * however old. So do events: they are the history of documents, and as many as documents.
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
        const batch = await em.execute<unknown[]>(statement, [before, before, batchSize, batchSize]);
        forgotten += batch.length;
        const isOver = context.cancellationSignal.aborted || performance.now() >= untilMs;
        if (batch.length < batchSize || isOver) return forgotten;
        context.heartbeat();
      }
    },
  };
}
export type RetentionActivities = ReturnType<typeof retentionActivities>;

/** From the oldest of each endpoint's log. A row that another transaction is changing is left for the next round: it may be redelivered. */
const statement = `
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
