import type { EntityManager } from '../../config/orm.ts';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';
import type { WaitSubject } from '../../domain/conversation/remedy.ts';
import { type WaitingRow, waitOfRow, type WaitWithRemedy } from '../../domain/conversation/wait-with-remedy.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { titleOfEvent } from '../../domain/documents/events/event.ts';
import { Inutilization } from '../../domain/documents/inutilization.entity.ts';

/** Something that has not ended and has a run of its own: its title, and what it waits for, if anything. */
export type OpenRun = AttemptKey & {
  what: Extract<WaitSubject['what'], 'document' | 'event' | 'inutilization'>;
  title: string;
  wait: WaitWithRemedy | null;
};

const atMost = 5_000;
const oldestFirst = { orderBy: { updatedAt: 'asc' }, limit: atMost } as const;

/** What has not ended at a company, or about one of its documents, the oldest first. */
export async function openRuns(
  em: EntityManager,
  company: { id: string; taxId: string },
  document: string | null,
): Promise<OpenRun[]> {
  const about = { company: company.id };
  const documents = await em.find(
    Document,
    { ...about, status: 'PROCESSING', ...(document === null ? {} : { id: document }) },
    oldestFirst,
  );
  const events = await em.find(
    DocumentEvent,
    { ...about, status: 'PENDING', ...(document === null ? {} : { document }) },
    oldestFirst,
  );
  const ranges = document === null ? await em.find(Inutilization, { ...about, status: 'PENDING' }, oldestFirst) : [];
  const run = (what: OpenRun['what'], row: WaitingRow & AttemptKey, title: string): OpenRun => {
    const wait = waitOfRow(row, { what, id: row.id, company: company.taxId });
    return { what, id: row.id, attempt: row.attempt, title, wait };
  };
  return [
    ...documents.map((row) => run('document', { ...row, reason: row.waitingFor }, emissionTitle(row))),
    ...events.map((row) => run('event', row, titleOfEvent(row))),
    ...ranges.map((row) => run('inutilization', row, titleOfRange(row))),
  ];
}

function titleOfRange({ model, series, startNumber, endNumber }: Inutilization): string {
  return `Inutilização · modelo ${model}, série ${series}, ${startNumber} a ${endNumber}`;
}
