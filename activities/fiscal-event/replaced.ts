import { LockMode } from '@mikro-orm/core';
import { ReplacedNote } from '../../domain/documents/replaced/replaced-note.entity.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { Transaction } from '../../operations/outbox.ts';

/** The cancellation of a note that another replaced is registered: one valid note of the sale is left. */
export async function settleReplaced(
  { em, replaced: told }: Transaction,
  { replacedNote, cStat = null, reason = null }: DocumentEvent,
  registeredAt: Date,
): Promise<void> {
  const replaced = await em.findOneOrFail(
    ReplacedNote,
    { id: replacedNote ?? '' },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  told.add(replaced.id);
  replaced.settle('CANCELLED', { cStat, reason, at: registeredAt });
}
