import type { DocumentEventType } from '../../domain/document-types.ts';
import type { DocumentEvent, documentEventStatuses } from '../../domain/documents/events/document-event.entity.ts';
import type { Schema } from '../operations.ts';
import { rejectionByCode } from './rejection.ts';

/** An event of a document. */
export function documentEventView(event: DocumentEvent): Schema<'DocumentEvent'> {
  const {
    id,
    type,
    code,
    sequence,
    status,
    protocol,
    justification,
    reasonCode,
    substituteKey,
    correction,
    delivery,
    cStat,
    reason,
  } = event;
  return {
    id,
    type,
    code,
    sequence,
    status,
    protocol: protocol ?? null,
    description: `${titleOf(type)}: evento ${stateInWords(status, reason)}`,
    occurredAt: event.occurredAt.toISOString(),
    registeredAt: event.registeredAt?.toISOString() ?? null,
    ...(justification ? { justification } : {}),
    ...(reasonCode ? { reason: reasonCode } : {}),
    ...(substituteKey ? { substituteAccessKey: substituteKey } : {}),
    ...(correction ? { correction } : {}),
    ...(delivery ? { delivery } : {}),
    ...(status === 'REJECTED' && cStat ? { rejection: rejectionByCode(cStat, reason ?? '') } : {}),
  };
}

function stateInWords(status: (typeof documentEventStatuses)[number], reason: string | null | undefined): string {
  switch (status) {
    case 'PENDING':
      return reason ? `em andamento: ${reason}` : 'em andamento';
    case 'REGISTERED':
      return 'registrado';
    case 'REJECTED':
      return reason ? `recusado: ${reason}` : 'recusado';
  }
}

/** The event's name in Portuguese, for people. */
export function titleOf(type: DocumentEventType): string {
  switch (type) {
    case 'CANCELLATION':
      return 'Cancelamento';
    case 'CANCELLATION_BY_SUBSTITUTION':
      return 'Cancelamento por substituição';
    case 'CORRECTION_LETTER':
      return 'Carta de correção';
    case 'DELIVERY_RECEIPT':
      return 'Comprovante de entrega';
    case 'DELIVERY_RECEIPT_REMOVAL':
      return 'Remoção do comprovante de entrega';
  }
}
