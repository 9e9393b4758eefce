import type { Document } from '../../domain/documents/document.entity.ts';
import { isPrintable } from '../../domain/documents/printable.ts';
import type { Fault } from '../../domain/faults.ts';
import type { Contingency } from '../../operations/contingency/of-documents.ts';
import type { Schema } from '../operations.ts';
import { waitingDocumentView } from './waiting.ts';

/** A document and its contingency; null where it was not issued in one. */
export type ShownDocument = { document: Document; contingency: Contingency | null };

/** A document as lists show it. @param base the path below which the caller finds the company's resources */
export function documentView({ document, contingency }: ShownDocument, base: string): Schema<'FiscalDocument'> {
  const { id, type, status, environment, series, number, accessKey, totalValue } = document;
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
    ...fileUrls({ document, contingency }, base),
    client: clientView(document),
    externalId: document.externalId ?? null,
    rejectionReason: document.rejectionReason ?? null,
    waiting: waitingDocumentView(document),
    contingency: contingencyView(document, contingency),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

/**
 * The answer to a creation; `warnings` say why the document could not be issued as it is.
 *
 * @param runId id of the emission's run where the document does not name one itself; null where none is known
 */
export function createdView(
  shown: ShownDocument,
  { warnings, runId, base }: { warnings: Fault[]; runId: string | null; base: string },
): Schema<'FiscalDocumentCreated'> {
  const { id, type } = shown.document;
  return { id, type, ...standingView(shown, base), runId: shown.document.runId ?? runId, warnings };
}

type Standing = Omit<Schema<'EmissionStarted'>, 'documentId' | 'runId' | 'message'>;

/** How far the emission of a document has come, for callers that ask for it. */
export function standingView({ document, contingency }: ShownDocument, base: string): Standing {
  const { status, number, accessKey, rejectionReason } = document;
  return {
    status,
    number,
    accessKey: accessKey ?? null,
    ...fileUrls({ document, contingency }, base),
    rejectionReason: rejectionReason ?? null,
    contingency: contingencyView(document, contingency),
  };
}

function fileUrls(
  { document, contingency }: ShownDocument,
  base: string,
): { pdfUrl: string | null; xmlUrl: string | null } {
  const issued = contingency ?? { isSigned: false, isAnnounced: false };
  if (!isPrintable(document, issued)) return { pdfUrl: null, xmlUrl: null };
  const path = `${base}/fiscal-documents/${document.id}`;
  return { pdfUrl: `${path}/danfe`, xmlUrl: `${path}/xml` };
}

function clientView({ clientSnapshot }: Document): Schema<'DocumentClient'> {
  const { id, name, document, documentType } = clientSnapshot;
  return { id, name, document, documentType };
}

/** In which contingency a document was issued; null for one that was issued normally. */
function contingencyView(
  { contingencyMode: mode, contingencySince: since, contingencyReason, contingencyTransmitBy }: Document,
  contingency: Contingency | null,
): Schema<'FiscalDocumentContingency'> | null {
  if (!mode || !since) return null;
  return {
    mode,
    since: since.toISOString(),
    reason: contingencyReason ?? '',
    transmitBy: contingencyTransmitBy?.toISOString() ?? null,
    replaces: contingency?.replaced ? replacedView(contingency.replaced) : null,
  };
}

function replacedView({
  accessKey,
  series,
  number,
  status,
  protocol,
}: NonNullable<Contingency['replaced']>): Schema<'ReplacedFiscalDocument'> {
  return { accessKey, series, number, status, protocol: protocol ?? null };
}
