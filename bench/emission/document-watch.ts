import { setTimeout } from 'node:timers/promises';
import type { Orm } from '../../config/orm.ts';

/** Time between two queries: short where one note alone is timed, long where many notes share each query and take seconds. */
const pollMs = (waiting: number): number => (waiting > 1 ? 25 : 3);

type Row = { id: string; status: string; reason: string | null };

/**
 * Tells when documents have left PROCESSING, by one query of primary keys for all of them: 50 callers that poll the API would be most of
 * its load.
 *
 * @param settled SQL of when a document is looked for no longer
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
    /** @throws Error when the document ends otherwise than as `wanted` */
    async ended(id: string, wanted = 'AUTHORIZED'): Promise<void> {
      const row = new Promise<Row>((resolve) => waiting.set(id, resolve));
      if (!isLooking) void look();
      const { status, reason } = await row;
      if (status !== wanted) throw new Error(`document ${id} ended ${status}: ${reason ?? 'no reason'}`);
    },
  };
}
