import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { emissionId, fiscalEventId, inutilizationId, messages } from '../../temporal/names.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

const deadlineMs = 5_000;
const atMost = 5_000;
const atOnce = 20;

/**
 * Tells the waiting runs of a company that the operator repaired what they wait for, so that they try now instead of within the hour.
 *
 * @returns how many runs were told
 * @throws {Refused} `temporal_unavailable`
 */
export async function wakeWaiting(session: Session, companyId: string): Promise<number> {
  const ids = await waitingIds(session, companyId);
  if (ids.length === 0) return 0;
  const client = await session.temporal();
  let woken = 0;
  for (let first = 0; first < ids.length; first += atOnce) {
    const told = await Promise.all(ids.slice(first, first + atOnce).map((id) => tell(client, id)));
    woken += told.filter(Boolean).length;
  }
  return woken;
}

async function waitingIds(session: Session, companyId: string): Promise<string[]> {
  const em = acrossCompanies(await session.orm());
  const limit = { limit: atMost, orderBy: { updatedAt: 'asc' as const } };
  const documents = await em.find(
    Document,
    { company: companyId, status: 'PROCESSING' },
    { ...limit, fields: ['attempt'] },
  );
  const pending = { company: companyId, status: 'PENDING' } as const;
  const events = await em.find(DocumentEvent, pending, { limit: atMost, fields: ['attempt'] });
  const ranges = await em.find(Inutilization, pending, { limit: atMost, fields: ['attempt'] });
  return [
    ...documents.map(({ id, attempt }) => emissionId(id, attempt)),
    ...events.map(({ id, attempt }) => fiscalEventId(id, attempt)),
    ...ranges.map(({ id, attempt }) => inutilizationId(id, attempt)),
  ];
}

async function tell(client: Client, workflowId: string): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + deadlineMs, () =>
      client.workflow.getHandle(workflowId).signal(messages.mended),
    );
    return true;
  } catch (cause) {
    if (cause instanceof WorkflowNotFoundError) return false;
    throw new Refused('temporal_unavailable', 'O Temporal não responde; confira TEMPORAL_ADDRESS.', { cause });
  }
}
