import { Context } from '@temporalio/activity';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Parts } from '../parts.ts';

/** How many rows one statement deletes. */
const batchSize = 5_000;
const dayMs = 86_400_000;

/** Builds the activity that keeps links to exports from growing for ever. */
export function linkActivities({ orm, now }: Pick<Parts, 'orm' | 'now'>) {
  return {
    /**
     * Deletes links that expired more than a day ago.
     *
     * @returns how many
     */
    async forgetExportLinks(): Promise<number> {
      const em = acrossCompanies(orm);
      const context = Context.current();
      const before = new Date(now().getTime() - dayMs);
      let forgotten = 0;
      for (;;) {
        const batch = await em.execute<unknown[]>(statement, [before, batchSize]);
        forgotten += batch.length;
        if (batch.length < batchSize || context.cancellationSignal.aborted) return forgotten;
        context.heartbeat();
      }
    },
  };
}
export type LinkActivities = ReturnType<typeof linkActivities>;

const statement = `
  delete from export_link where id in (select id from export_link where expires_at < ? order by expires_at limit ?)
  returning id`;
