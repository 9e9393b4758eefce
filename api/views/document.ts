import type { Document } from '../../domain/documents/document.entity.ts';
import type { Fault } from '../../domain/faults.ts';
import type { Schema } from '../operations.ts';
import { waitingDocumentView } from './waiting.ts';

/** A document as lists show it. @param base the path below which the caller finds the company's resources */
export function documentView(document: Document, base: string): Schema<'FiscalDocument'> {
  const { id, type, status, environment, series, number, accessKey, totalValue } = document;
  const isAuthorized = status === 'AUTHORIZED' || status === 'CANCELLED';
  return {
    id,
    type,
    status,
    environment,
    series: series ?? null,
    number,
    accessKey: accessKey ?? null,
    totalValue,
    issueDateTime: document.issueDateTime.toISOString(),
    authorizationDate: document.authorizationDate?.toISOString() ?? null,
    pdfUrl: isAuthorized ? `${base}/fiscal-documents/${id}/danfe` : null,
    xmlUrl: isAuthorized ? `${base}/fiscal-documents/${id}/xml` : null,
    client: clientView(document),
    externalId: document.externalId ?? null,
    rejectionReason: document.rejectionReason ?? null,
    waiting: waitingDocumentView(document),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

/** What a creation returns; `runId` is null where no emission was started, `warnings` say why the document could not be issued as it is. */
export function createdView(
  { id, type, status, number, runId }: Document,
  warnings: Fault[],
): Schema<'FiscalDocumentCreated'> {
  return { id, type, status, number, runId: runId ?? null, warnings };
}

function clientView({ clientSnapshot }: Document): Schema<'DocumentClient'> {
  const { id, name, document, documentType } = clientSnapshot;
  return { id, name, document, documentType };
}
