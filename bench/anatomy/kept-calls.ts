import { randomUUID } from 'node:crypto';
import { createLogger } from '../../config/logger.ts';
import { createOrm } from '../../config/orm.ts';
import { callLog } from '../../operations/calls/call-log.ts';
import { type Counts, countsOf } from './note-trace.ts';
import { tapPostgres } from './tap.ts';

/** What storing `calls` calls costs PostgreSQL: the counts of all of them together, and the bytes of each. */
export type KeptCalls = { calls: number; all: Counts; bytesEach: number };

/**
 * Stores calls as the API does after its answers. They are not part of a note's transaction, so they are counted apart.
 *
 * @param database by the API's login @param call what was sent and answered
 */
export async function costOfCalls(
  database: string,
  { companyId, calls, request, response }: { companyId: string; calls: number; request: Buffer; response: string },
): Promise<KeptCalls> {
  const tap = await tapPostgres(database);
  const orm = await createOrm(tap.url, { pool: 1 });
  const log = callLog(orm, { logger: createLogger({ level: 'warn', format: 'json' }, 'api'), everyMs: 60_000 });
  try {
    for (let call = 0; call < calls; call += 1) {
      log.add({
        ...{ companyId, keyId: randomUUID(), at: new Date(), method: 'POST', target: '/v1/fiscal-documents' },
        ...{ operation: 'createFiscalDocument', status: 201, durationMs: 12, requestId: randomUUID() },
        ...{ documentId: randomUUID(), request, response, responseType: 'application/json' },
        responseBytes: Buffer.byteLength(response),
      });
    }
    await log.over();
    const { written } = log.counts();
    if (written !== calls) throw new Error(`${written} of ${calls} calls were kept`);
    const statements = tap.take();
    const [longest = 0] = statements.map(({ text }) => Buffer.byteLength(text)).toSorted((a, b) => b - a);
    return { calls, all: countsOf([statements]), bytesEach: longest / calls };
  } finally {
    await orm.close();
    await tap.close();
  }
}
