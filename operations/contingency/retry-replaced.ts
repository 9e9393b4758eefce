import type { EntityManager } from '../../config/orm.ts';
import type { ReplacedNote } from '../../domain/documents/replaced/replaced-note.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';

/**
 * A person has mended why the authority refused what would settle a replaced note: its cancellation, or the inutilization of its number, is
 * tried once more. Their runs are started by whoever tells the note's own run, or by reconciliation.
 */
export async function retryReplaced(em: EntityManager, replaced: ReplacedNote): Promise<void> {
  const event = await em.findOne(DocumentEvent, { replacedNote: replaced.id, status: 'REJECTED' });
  event?.tryAgain({});
  const { company, environment, series, number } = replaced;
  const model = replaced.type === 'NFCE' ? '65' : '55';
  const range = await em.findOne(Inutilization, {
    ...{ company, environment, model, series, status: 'REJECTED' as const },
    ...{ startNumber: number, endNumber: number },
  });
  range?.tryAgain({ justification: range.justification, year: range.year });
}
