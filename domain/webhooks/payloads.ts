import type { Closing } from '../closings/closing.entity.ts';
import { daysLeftOf } from '../companies/certificate-days.ts';
import { waitInContract, type WaitWithRemedy } from '../conversation/wait-with-remedy.ts';
import type { Document } from '../documents/document.entity.ts';
import type { DocumentMail } from '../documents/mails/document-mail.entity.ts';
import type { Inutilization } from '../documents/inutilization.entity.ts';
import type { DocumentSubscription } from './event-types.ts';

/** `data` of an event about a document (docs/webhooks.md): the common fields, and those of the event. */
export function eventData(type: DocumentSubscription, document: Document): Record<string, unknown> {
  const common = commonData(document);
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

/** `data` of `document.waiting`. */
export function waitingData(document: Document, wait: WaitWithRemedy): Record<string, unknown> {
  return { ...commonData(document), waiting: waitInContract(wait) };
}

/** `data` of `mail.failed`, about a mail with a document. */
export function undeliveredData(document: Document, mail: DocumentMail): Record<string, unknown> {
  const { id, kind, sequence, email, status, error, sentAt, bouncedAt } = mail;
  const letter = kind === 'CORRECTED' ? sequence : null;
  const moments = { sentAt: sentAt?.toISOString() ?? null, bouncedAt: bouncedAt?.toISOString() ?? null };
  return { ...commonData(document), mail: { id, kind, letter, email, status, error: error ?? null, ...moments } };
}

function commonData(document: Document): Record<string, unknown> {
  const drawn = document.number > 0;
  return {
    documentId: document.id,
    id: document.id,
    type: document.type,
    status: document.status,
    series: document.series ?? null,
    number: drawn ? document.number : null,
    accessKey: document.accessKey ?? null,
    totalValue: document.totalValue,
    externalId: document.externalId ?? null,
    contingency: contingencyOf(document),
  };
}

/** The contingency in which the document was issued; null where it was issued normally. */
function contingencyOf({ contingencyMode: mode, contingencySince: since, contingencyTransmitBy: by }: Document) {
  if (!mode) return null;
  return { mode, since: since?.toISOString() ?? null, transmitBy: by?.toISOString() ?? null };
}

/** A certificate that expires soon. */
export type ExpiringCertificate = {
  certificateId: string;
  companyId: string;
  taxId: string;
  companyName: string;
  subject: string;
  notAfter: Date;
};

/** `data` of `certificate.expiring`. */
export function expiringData({ notAfter, ...certificate }: ExpiringCertificate, now: Date): Record<string, unknown> {
  return { ...certificate, notAfter: notAfter.toISOString(), daysLeft: daysLeftOf({ notAfter }, now) };
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
