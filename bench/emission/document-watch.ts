import { setTimeout } from 'node:timers/promises';
import type { Orm } from '../../config/orm.ts';

/** The pause between two queries in milliseconds: short while one note is timed, long while many notes share each query and take seconds. */
const pollMs = (waiting: number): number => (waiting > 1 ? 25 : 3);

type Row = { id: string; status: string; reason: string | null };

/**
 * Waits for documents to leave PROCESSING, with one query of primary keys for all of them: 50 callers that poll the API would be most of
 * its load.
 *
 * @param settled SQL condition at which a document is waited for no longer
 */
export function watchDocuments(orm: Orm, settled = `status <> 'PROCESSING'`) {
  const waiting = new Map<string, (row: Row) => void>();
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    const em = orm.em.fork();
    while (waiting.size > 0) {
      const found = await em.execute<Row[]>(
        `select id, status, rejection_reason as reason from document where id in (?) and ${settled}`,
        [[...waiting.keys()]],
      );
      for (const row of found) {
        waiting.get(row.id)?.(row);
        waiting.delete(row.id);
      }
      await setTimeout(pollMs(waiting.size));
    }
    isLooking = false;
  }

  return {
    /** @throws Error if the document ends otherwise than as `wanted` */
    async ended(id: string, wanted = 'AUTHORIZED'): Promise<void> {
      const row = new Promise<Row>((resolve) => waiting.set(id, resolve));
      if (!isLooking) void look();
      const { status, reason } = await row;
      if (status !== wanted) throw new Error(`document ${id} ended ${status}: ${reason ?? 'no reason'}`);
    },
  };
}
