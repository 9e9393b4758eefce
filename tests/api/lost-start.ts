import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { acrossCompanies, type Orm } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';

/** Claims a document as its workflow does, as soon as the request has committed it: the run that claimed it. */
export async function claimedByWorkflow(orm: Orm, id: string): Promise<string> {
  const runId = randomUUID();
  const em = acrossCompanies(orm);
  for (;;) {
    const unclaimed = { id, status: 'PROCESSING', claimedAt: null } as const;
    if ((await em.nativeUpdate(Document, unclaimed, { claimedAt: new Date(), runId })) > 0) return runId;
    await setTimeout(20);
  }
}
