import type { Document } from '../../domain/documents/document.entity.ts';
import type { Transaction } from '../../operations/outbox.ts';
import { rejectDocument } from '../note/issue.ts';

/** How long the note of an EPEC may take to its state: 168 hours after the registration (NT 2014.001 v1.41; soap.md 9, read 2026-11-21). */
const termMs = 168 * 3_600_000;

/** The national environment has the EPEC: the DANFE is valid, and the note waits until its state is back. */
export async function announced(_tx: Transaction, document: Document, registeredAt: Date): Promise<void> {
  if (document.status !== 'PROCESSING' || document.contingencyMode !== 'EPEC') return;
  document.contingencyTransmitBy = new Date(registeredAt.getTime() + termMs);
  document.awaitTransmission();
}

/** The EPEC is refused: the note that it was to announce cannot be issued so, and its cause is the EPEC's. */
export async function unannounced(
  tx: Transaction,
  document: Document,
  { reason, cStat }: { reason: string; cStat: string | null },
): Promise<void> {
  if (document.status !== 'PROCESSING' || document.contingencyMode !== 'EPEC') return;
  await rejectDocument(tx, document, { reason: `EPEC recusado: ${reason}`, cStat });
}
