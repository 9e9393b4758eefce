import type { Document } from '../documents/document.entity.ts';
import type { Subscription } from './event-types.ts';

/** `data` of an event about a document (decisions.md, "Payloads"): the common fields, and those of its kind. */
export function eventData(type: Subscription, document: Document): Record<string, unknown> {
  const drawn = document.number > 0;
  const common = {
    documentId: document.id,
    id: document.id,
    type: document.type,
    status: document.status,
    series: document.series ?? null,
    number: drawn ? document.number : null,
    accessKey: document.accessKey ?? null,
    totalValue: document.totalValue,
    externalId: document.externalId ?? null,
  };
  switch (type) {
    case 'DOCUMENT_AUTHORIZED':
      return { ...common, protocolNumber: document.protocolNumber ?? null };
    case 'DOCUMENT_REJECTED':
      return { ...common, rejectionReason: document.rejectionReason ?? null, cStat: document.cStat ?? null };
    case 'DOCUMENT_CANCELLED':
      return {
        ...common,
        cancellationDate: document.cancellationDate?.toISOString() ?? null,
        cancellationReason: document.cancellationReason ?? null,
        protocolNumber: document.protocolNumber ?? null,
      };
    case 'DOCUMENT_INUTILIZED':
      throw new TypeError('an inutilization is no document: its payload is made from its own record');
  }
}
