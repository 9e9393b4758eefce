import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../../config/orm.ts';
import { canHave, traitsOf } from '../../../domain/document-types.ts';
import {
  type AskedCancellation,
  cancellationTypes,
  nextCancellation,
} from '../../../domain/documents/cancellations.ts';
import { substituteKeyOf } from '../../../domain/documents/check-substitute.ts';
import { DocumentEvent } from '../../../domain/documents/document-event.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { justificationOf } from '../../requests/event-texts.ts';
import { receiptsIn, receiptStands } from './receipts.ts';
import { registerEvent, type Turn } from './register-event.ts';
import { takeEvent } from './take-event.ts';

export function cancelHandler(parts: ApiParts): Handler<'cancelFiscalDocument'> {
  return async (req, res) => {
    const justification = justificationOf(req.body);
    const substituteId = req.body.substituteDocumentId ?? null;
    await registerEvent(parts, res, req.params.id, async (em, document) => {
      const asked = await askedOf(em, document, substituteId);
      return cancellation(em, document, { ...asked, justification });
    });
    res.json({ success: true, message: 'Documento cancelado.' });
  };
}

/** The type of cancellation that the request means, for a document that it fits. */
async function askedOf(
  em: EntityManager,
  document: Document,
  substituteId: string | null,
): Promise<Omit<AskedCancellation, 'justification'>> {
  if (document.status !== 'AUTHORIZED') {
    const message = `Só um documento AUTHORIZED pode ser cancelado; este está ${document.status}.`;
    throw new DomainError('invalid_state', message);
  }
  if (!canHave(document.type, 'CANCELLATION')) {
    const message = `O cancelamento de ${traitsOf[document.type].title} ainda não é feito por esta versão.`;
    throw new DomainError('unsupported_document_type', message);
  }
  if (substituteId === null) return { type: 'CANCELLATION', substituteKey: null };
  const substitute = isUuid(substituteId) ? await em.findOne(Document, { id: substituteId }) : null;
  return { type: 'CANCELLATION_BY_SUBSTITUTION', substituteKey: substituteKeyOf(document, substitute) };
}

/** The document's one cancellation: made, joined while it is under way, or tried again after a refusal. */
async function cancellation(em: EntityManager, document: Document, asked: AskedCancellation): Promise<Turn> {
  const receipts = await receiptsIn(em, document);
  if (receipts.pending) return { event: receipts.pending, isOwn: false };
  if (receipts.standing) throw receiptStands();
  const known = await em.find(DocumentEvent, { document: document.id, type: { $in: cancellationTypes } });
  const next = nextCancellation(known, asked);
  if (next.kind !== 'make') return { event: next.event, isOwn: next.kind === 'find' };
  const { type, ...content } = asked;
  return { event: await takeEvent(em, document, { type, sequence: 1, refused: next.refused }, content), isOwn: true };
}
