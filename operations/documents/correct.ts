import type { Orm } from '../../config/orm.ts';
import { canHave } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { nextLetter } from '../../domain/documents/events/next-event.ts';
import { DomainError } from '../../domain/errors.ts';
import { mostLetters } from '../../domain/nfe/events.ts';
import type { ActingCompany } from '../acting.ts';
import { type CommittedEvent, nextEventToRegister, takeRequestedEvent } from './take-event.ts';

const type = 'CORRECTION_LETTER';

/**
 * Requests a correction letter with this text: finds it where it is the last one, or creates it once the one before has ended.
 *
 * @throws NotFound
 * @throws DomainError `invalid_state`, `unsupported_document_type`, `limit_reached`
 * @throws AuthorityRejected
 */
export function correctDocument(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  correction: string,
): Promise<CommittedEvent> {
  return nextEventToRegister(orm, company, documentId, async (em, document) => {
    checkCorrectable(document);
    const letters = await em.find(DocumentEvent, { document: document.id, type }, { orderBy: { sequence: 'asc' } });
    const next = nextLetter(letters, correction);
    if (next.kind !== 'make') return { event: next.letter, isOwn: next.kind === 'find' };
    if (next.sequence > mostLetters) {
      const message = `Este documento já tem ${mostLetters} cartas de correção, o máximo que a SEFAZ aceita.`;
      throw new DomainError('limit_reached', message);
    }
    return {
      event: await takeRequestedEvent(em, { company, document }, { ...next, type }, { correction }),
      isOwn: true,
    };
  });
}

function checkCorrectable({ type, status }: Document): void {
  if (!canHave(type, 'CORRECTION_LETTER')) {
    const message = 'Carta de correção só existe para NF-e e NFC-e; uma NFS-e é substituída ou cancelada.';
    throw new DomainError('unsupported_document_type', message);
  }
  if (status !== 'AUTHORIZED') {
    const message = `Só um documento AUTHORIZED pode ser corrigido; este está ${status}.`;
    throw new DomainError('invalid_state', message);
  }
}
