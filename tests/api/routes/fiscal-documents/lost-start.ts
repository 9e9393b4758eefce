import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { Orm } from '../../../../config/orm.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { temporalAway } from '../../own-api.ts';

/** A Temporal client whose starts succeed but whose answer is lost, after a workflow has claimed the document as `runId`. */
export function losingAnswers(documents: () => Orm): { client: Client; runId: string } {
  const runId = randomUUID();
  const client = temporalAway();
  client.withDeadline = async () => {
    const claim = { claimedAt: new Date(), runId };
    await acrossCompanies(documents()).nativeUpdate(Document, { status: 'PROCESSING', claimedAt: null }, claim);
    throw new Error('the answer was lost');
  };
  return { client, runId };
}
