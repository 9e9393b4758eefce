import { pdfOf } from '../../domain/received/pdf.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import type { ReceivedInFull } from '../../operations/received/find.ts';
import type { Schema } from '../operations.ts';
import { eventAboutView } from './event-about.ts';
import { payableView } from './payable.ts';

/** A received note or event, as lists show it. */
export function receivedDocumentView(row: ReceivedDocument): Schema<'ReceivedDocument'> {
  const { id, model, schemaType, accessKey, issuerTaxId, status, role, hasFullXml } = row;
  return {
    ...{ id, model, schemaType },
    nsu: String(row.nsu),
    accessKey,
    issuer: { taxId: issuerTaxId ?? null, name: row.issuerName || null },
    number: row.number ?? null,
    series: row.series ?? null,
    totalValue: row.totalValue ?? null,
    emissionDate: row.emissionDate.toISOString(),
    status,
    role,
    manifestation: row.manifestation ?? null,
    hasFullXml,
    event: eventOf(row),
    receivedAt: row.receivedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The same with its PDF, signature, events, versions and payables. */
export function receivedDetailView(found: ReceivedInFull): Schema<'ReceivedDocumentDetail'> {
  const { document, events, versions, payables } = found;
  const pdf = pdfOf(document);
  return {
    ...receivedDocumentView(document),
    protocol: document.protocol ?? document.eventProtocol ?? null,
    pdf: 'reason' in pdf ? { available: false, reason: pdf.reason } : { available: true, reason: null },
    signature: { status: document.signature ?? null, reason: document.signatureFault ?? null },
    events: events.map(eventAboutView),
    versions: versions.map(versionView),
    payables: payables.map((payable) => payableView({ payable, note: document })),
  };
}

function eventOf(row: ReceivedDocument): Schema<'ReceivedDocument'>['event'] {
  const { eventCode: code, eventSequence: sequence, eventName, eventAuthor, eventText } = row;
  if (code === '') return null;
  return { code, sequence, description: eventName ?? '', author: eventAuthor ?? null, text: eventText ?? null };
}

function versionView({ nsu, schemaType, receivedAt, size }: ReceivedFile): Schema<'ReceivedVersion'> {
  return {
    nsu: String(nsu),
    schemaType: schemaType ?? null,
    receivedAt: receivedAt.toISOString(),
    size: size ?? null,
  };
}
