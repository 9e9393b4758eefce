import { pdfOf } from '../../domain/received/kinds.ts';
import { titleOfManifestation } from '../../domain/received/manifestations.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { registerAboutReceived } from '../../operations/documents/reform-events.ts';
import { registerServiceAboutReceived } from '../../operations/documents/service-events.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findReceivedDocuments } from '../../operations/lists/received-documents.ts';
import { receivedEventXml, receivedPage, receivedXml } from '../../operations/received/files.ts';
import {
  findEventsOfReceived,
  findReceived,
  findReceivedInFull,
  type ReceivedInFull,
} from '../../operations/received/find-received.ts';
import { type ManifestationRequest, manifestReceived } from '../../operations/received/manifest.ts';
import { setDisposition } from '../../http/send-stream.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';
import { justificationOf, textFault } from '../../http/requests/authority-text.ts';
import { documentEventRequest } from '../../http/requests/document-event.ts';
import { documentEventView, registeredEventView } from '../views/document-event.ts';
import { eventAboutView } from '../views/event-about.ts';
import { payableView } from '../views/payable.ts';
import { registerEvent } from '../../http/runs/register-event.ts';

type ReceivedOperations =
  | 'listReceivedDocuments'
  | 'getReceivedDocument'
  | 'getReceivedDocumentXml'
  | 'listReceivedDocumentEvents'
  | 'getReceivedDocumentEventXml'
  | 'getReceivedDocumentDanfe';

/** Handlers of what others issued against the company, and its files. */
export function receivedDocumentHandlers({ orm, renderer, rates }: ApiParts): Pick<Handlers, ReceivedOperations> {
  return {
    listReceivedDocuments: async (req, res) => {
      const { id, environment } = companyOf(res);
      const { documents, total } = await inCompany(orm, id, (em) =>
        findReceivedDocuments(em, environment, req.query, pageWithDefaults(req.query)),
      );
      res.json(listView(documents.map(receivedDocumentView), total, pageWithDefaults(req.query)));
    },

    getReceivedDocument: async (req, res) => {
      const found = await inCompany(orm, companyOf(res).id, (em) => findReceivedInFull(em, req.params.id));
      res.json(receivedDetailView(found));
    },

    getReceivedDocumentXml: async (req, res) => {
      const { name, xml } = await receivedXml(orm, companyOf(res), req.params.id);
      setDisposition(res, name, req.query);
      res.type('application/xml').send(xml);
    },

    listReceivedDocumentEvents: async (req, res) => {
      const events = await inCompany(orm, companyOf(res).id, (em) => findEventsOfReceived(em, req.params.id));
      res.json({ data: events.map(eventAboutView) });
    },

    getReceivedDocumentEventXml: async (req, res) => {
      const { id: documentId, eventId } = req.params;
      const { name, xml } = await receivedEventXml(orm, companyOf(res), { documentId, eventId });
      setDisposition(res, name, req.query);
      res.type('application/xml').send(xml);
    },

    getReceivedDocumentDanfe: async (req, res) => {
      const company = companyOf(res);
      const { name, html } = await receivedPage(orm, company, { id: req.params.id, calendar: rates.calendar });
      const pdf = await renderer.pdf(html, company.id);
      setDisposition(res, name, req.query);
      res.type('application/pdf').send(Buffer.from(pdf));
    },
  };
}

/** Handlers of manifestations: what the recipient declares about a received note, registered at the authority while the request waits. */
export function manifestationHandlers(parts: ApiParts): Pick<Handlers, 'manifestReceivedDocument'> {
  const { orm } = parts;
  return {
    manifestReceivedDocument: async (req, res) => {
      const { id } = req.params;
      const asked = askedManifestation(req.body);
      const take = () => manifestReceived(orm, companyOf(res), id, asked);
      res.locals.documentId = id;
      const event = await registerEvent(parts, companyOf(res), take, 'manifestation_failed');
      const note = await inCompany(orm, companyOf(res).id, (em) => findReceived(em, id));
      res.json({
        success: true,
        message: `Manifestação registrada: ${titleOfManifestation(asked.manifestation).toLowerCase()}.`,
        event: documentEventView(event),
        manifestation: note.manifestation ?? asked.manifestation,
      });
    },
  };
}

/**
 * Handlers of other events of a received note: what the recipient declares for the assessment of IBS and CBS, or about an NFS-e. They are registered
 * while the request waits.
 */
export function receivedEventHandlers(parts: ApiParts): Pick<Handlers, 'registerReceivedDocumentEvent'> {
  const { orm } = parts;
  return {
    registerReceivedDocumentEvent: async (req, res) => {
      const { id } = req.params;
      const { of, asked } = documentEventRequest(req.body);
      res.locals.documentId = id;
      const event = await registerEvent(parts, companyOf(res), () =>
        of === 'SERVICE'
          ? registerServiceAboutReceived(orm, companyOf(res), id, asked)
          : registerAboutReceived(orm, companyOf(res), id, asked),
      );
      res.json(registeredEventView(event));
    },
  };
}

/**
 * The manifestation that a body asks for. In the layout only an operation that did not take place has a justification.
 *
 * @throws DomainError `validation_error` for a justification that is missing, too short or too long, or sent with another type
 */
function askedManifestation({ type, justification = null }: Schema<'ManifestationRequest'>): ManifestationRequest {
  if (type === 'NAO_REALIZADA') {
    if (justification === null)
      throw textFault('justification', 'é obrigatório em NAO_REALIZADA, com 15 a 255 caracteres');
    return { manifestation: type, justification: justificationOf({ justification }) };
  }
  if (justification !== null) throw textFault('justification', `só existe em NAO_REALIZADA: não o envie em ${type}`);
  return { manifestation: type, justification: null };
}

/** A received note or event, as lists show it. */
function receivedDocumentView(row: ReceivedDocument): Schema<'ReceivedDocument'> {
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

/** A received note or event with its PDF, signature, events, versions and payables. */
function receivedDetailView(found: ReceivedInFull): Schema<'ReceivedDocumentDetail'> {
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
