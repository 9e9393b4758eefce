import type { EntityManager } from '../../../config/orm.ts';
import { DocumentEvent, eventCodeOf } from '../../../domain/documents/document-event.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
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
    await registerEvent(parts, res, req.params.id, (em, document) => cancellation(em, document, justification));
    res.json({ success: true, message: 'Documento cancelado.' });
  };
}

/** The document's one cancellation: made, joined while it is under way, or tried again after a refusal. */
async function cancellation(em: EntityManager, document: Document, justification: string): Promise<Turn> {
  if (document.status !== 'AUTHORIZED') {
    const message = `Só um documento AUTHORIZED pode ser cancelado; este está ${document.status}.`;
    throw new DomainError('invalid_state', message);
  }
  const receipts = await receiptsIn(em, document);
  if (receipts.pending) return { event: receipts.pending, isOwn: false };
  if (receipts.standing) throw receiptStands();
  const [type, sequence] = ['CANCELLATION', 1] as const;
  const earlier = await em.findOne(DocumentEvent, { document: document.id, code: eventCodeOf[type], sequence });
  if (earlier?.status === 'PENDING') return { event: earlier, isOwn: true };
  const event = takeEvent(em, document, { type, sequence, refused: earlier ?? undefined }, { justification });
  return { event, isOwn: true };
}
