import type { Closing } from '../closings/closing.entity.ts';
import type { Document } from '../documents/document.entity.ts';
import type { Inutilization } from '../inutilizations/inutilization.entity.ts';
import type { DocumentSubscription } from './event-types.ts';

/** `data` of an event about a document (decisions.md, "Payloads"): the common fields, and those of its kind. */
export function eventData(type: DocumentSubscription, document: Document): Record<string, unknown> {
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
  }
}

/** `data` of an event about a range of numbers. */
export function inutilizationData(range: Inutilization): Record<string, unknown> {
  const { id: inutilizationId, model, series, startNumber, endNumber, year, protocol, status } = range;
  return { inutilizationId, model, series, startNumber, endNumber, year, protocol: protocol ?? null, status };
}

/** `data` of an event about the end of a closing. */
export function closingData(closing: Closing): Record<string, unknown> {
  return {
    closingId: closing.id,
    companyId: closing.company,
    taxId: closing.companyTaxId,
    companyName: closing.companyName,
    year: closing.year,
    month: closing.month,
    status: closing.status,
    documentCount: closing.documentCount,
    fileName: closing.fileName,
    fileSize: closing.fileSize ?? null,
    sha256: closing.sha256 ?? null,
    completedAt: closing.completedAt?.toISOString() ?? null,
    failureReason: closing.failureReason ?? null,
  };
}
