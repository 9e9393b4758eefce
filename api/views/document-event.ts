import type { DocumentEvent, documentEventStatuses } from '../../domain/documents/events/document-event.entity.ts';
import type { FailedGoodsDelivery, ReformContent } from '../../domain/documents/events/reform/content.ts';
import { titleOfEvent } from '../../domain/documents/events/event.ts';
import { manifestationOf } from '../../domain/received/manifestations.ts';
import type { Schema } from '../operations.ts';
import { rejectionByCode } from './rejection.ts';
import { waitingAttemptView } from './waiting.ts';

/** The answer to the registration of an event; without a message of its own it has the event's title. */
export function registeredEventView(
  event: DocumentEvent,
  message = `${titleOfEvent(event)}: evento registrado.`,
): Schema<'DocumentEventRegistered'> {
  return { success: true, message, event: documentEventView(event) };
}

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
    content,
    cStat,
    reason,
  } = event;
  const manifestation = type === 'MANIFESTATION' ? manifestationOf(code) : null;
  return {
    id,
    type,
    code,
    sequence,
    status,
    protocol: protocol ?? null,
    description: `${titleOfEvent(event)}: evento ${stateInWords(status, reason)}`,
    occurredAt: event.occurredAt.toISOString(),
    registeredAt: event.registeredAt?.toISOString() ?? null,
    waiting: waitingAttemptView('event', event),
    ...(cStat && status !== 'PENDING' ? { cStat } : {}),
    ...(manifestation ? { manifestation } : {}),
    ...(justification ? { justification } : {}),
    ...(reasonCode ? { reason: reasonCode } : {}),
    ...(substituteKey ? { substituteAccessKey: substituteKey } : {}),
    ...(correction ? { correction } : {}),
    ...(delivery ? { delivery } : {}),
    ...(content ? { content: reformContentView(content) } : {}),
    ...(status === 'REJECTED' && cStat ? { rejection: rejectionByCode(cStat, reason ?? '', code) } : {}),
  };
}

/** The content of an event of the reform, or of another that is registered the same way; of a withdrawal the event that it withdrew. */
function reformContentView({
  items,
  accepted,
  expectedDeliveryDate,
  carrier,
  failedDelivery,
  payments,
  eventId,
}: ReformContent): Schema<'ReformEventContent'> {
  return {
    ...(items ? { items } : {}),
    ...(accepted === undefined ? {} : { accepted }),
    ...(expectedDeliveryDate ? { expectedDeliveryDate } : {}),
    ...(carrier ? { carrier } : {}),
    ...(failedDelivery ? { failedDelivery: failedDeliveryView(failedDelivery) } : {}),
    ...(payments ? { payments } : {}),
    ...(eventId ? { eventId } : {}),
  };
}

function failedDeliveryView({
  proofHash = '',
  ...said
}: FailedGoodsDelivery): NonNullable<Schema<'ReformEventContent'>['failedDelivery']> {
  return { ...said, proofHash };
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
