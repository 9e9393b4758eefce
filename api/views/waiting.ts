import type { WaitSubject } from '../../domain/conversation/helping-command.ts';
import { toldWait, type WaitingRow } from '../../domain/conversation/told-wait.ts';
import type { Schema } from '../operations.ts';

/** What something waits for; null while it moves. */
export function waitingView(row: WaitingRow, about: WaitSubject): Schema<'Waiting'> | null {
  const wait = toldWait(row, about);
  return (
    wait && {
      kind: wait.kind,
      reason: wait.reason,
      since: wait.since.toISOString(),
      until: wait.until?.toISOString() ?? null,
      command: wait.command,
    }
  );
}

type WaitingDocument = Omit<WaitingRow, 'reason'> & {
  id: string;
  company: string;
  waitingFor?: string | null | undefined;
};

/** The same of a document. */
export function waitingDocumentView({ id, company, waitingFor, ...row }: WaitingDocument): Schema<'Waiting'> | null {
  return waitingView({ ...row, reason: waitingFor }, { company, document: id });
}
