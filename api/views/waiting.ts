import {
  waitInContract,
  type WaitingRow,
  waitOfRow,
  type WaitWithRemedy,
} from '../../domain/conversation/wait-with-remedy.ts';
import type { Schema } from '../operations.ts';

/** What something waits for; null while it moves. */
export function waitingView(wait: WaitWithRemedy | null): Schema<'Waiting'> | null {
  return wait && waitInContract(wait);
}

type WaitingDocument = Omit<WaitingRow, 'reason'> & {
  id: string;
  company: string;
  waitingFor?: string | null | undefined;
};

/** What a document waits for; null while it moves. */
export function waitingDocumentView({ id, company, waitingFor, ...row }: WaitingDocument): Schema<'Waiting'> | null {
  return waitingView(waitOfRow({ ...row, reason: waitingFor }, { what: 'document', id, company }));
}

/** What an event or a range of numbers waits for; null while it moves. */
export function waitingAttemptView(
  what: 'event' | 'inutilization',
  { id, company, ...row }: WaitingRow & { id: string; company: string },
): Schema<'Waiting'> | null {
  return waitingView(waitOfRow(row, { what, id, company }));
}
