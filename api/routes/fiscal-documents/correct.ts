import type { EntityManager } from '../../../config/orm.ts';
import { canHave } from '../../../domain/document-types.ts';
import { DocumentEvent } from '../../../domain/documents/document-event.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { nextLetter } from '../../../domain/documents/next-letter.ts';
import { DomainError } from '../../../domain/errors.ts';
import { mostLetters } from '../../../domain/nfe/correction-letter.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { correctionOf } from '../../requests/event-texts.ts';
import { documentEventView } from '../../views/document-event.ts';
import { registerEvent, type Turn } from './register-event.ts';
import { takeEvent } from './take-event.ts';

export function correctHandler(parts: ApiParts): Handler<'correctFiscalDocument'> {
  return async (req, res) => {
    const correction = correctionOf(req.body);
    const event = await registerEvent(parts, res, req.params.id, (em, document) => letter(em, document, correction));
    res.json({ success: true, message: 'Carta de correção registrada.', event: documentEventView(event) });
  };
}

/** The letter that says this: found where it is the last one, made where the one before has ended. */
async function letter(em: EntityManager, document: Document, correction: string): Promise<Turn> {
  checkCorrectable(document);
  const type = 'CORRECTION_LETTER';
  const letters = await em.find(DocumentEvent, { document: document.id, type }, { orderBy: { sequence: 'asc' } });
  const next = nextLetter(letters, correction);
  if (next.kind !== 'make') return { event: next.letter, isOwn: next.kind === 'find' };
  if (next.sequence > mostLetters) {
    const message = `Este documento já tem ${mostLetters} cartas de correção, o máximo que a SEFAZ aceita.`;
    throw new DomainError('limit_reached', message);
  }
  return { event: await takeEvent(em, document, { ...next, type }, { correction }), isOwn: true };
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
