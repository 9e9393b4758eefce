import { validate as isUuid } from 'uuid';
import { type EntityManager, inCompany } from '../../../config/orm.ts';
import { letterHtml } from '../../../domain/correction-letter/letter-html.ts';
import { type DocumentEventType, traitsOf } from '../../../domain/document-types.ts';
import { proofEndings } from '../../../domain/documents/delivery.ts';
import { DeliveryProof } from '../../../domain/documents/delivery-proof.entity.ts';
import { DocumentEvent } from '../../../domain/documents/document-event.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { NotFound } from '../../../domain/errors.ts';
import { callerOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { authorizedXml } from './authorized-xml.ts';
import { findDocument } from './find-document.ts';

type EventFileOperations =
  'getFiscalDocumentEventXml' | 'getFiscalDocumentEventProof' | 'getFiscalDocumentCorrectionLetterPdf';

/** What the authority holds of a document's events, as files. */
export function eventFileHandlers({ orm, renderer }: ApiParts): Pick<Handlers, EventFileOperations> {
  return {
    getFiscalDocumentEventXml: async (req, res) => {
      const { id, eventId } = req.params;
      res.locals.documentId = id;
      const { name, xml } = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const document = await findDocument(em, id);
        const { code, sequence, procXml } = await registered(em, document, { id: isUuid(eventId) ? eventId : null });
        return {
          name: `${document.accessKey}-${code}-${sequence}-${traitsOf[document.type].files.event}`,
          xml: procXml,
        };
      });
      if (req.query.download) res.attachment(name);
      res.type('application/xml').send(xml);
    },

    getFiscalDocumentEventProof: async (req, res) => {
      const { id, eventId } = req.params;
      res.locals.documentId = id;
      const { name, type, content } = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const document = await findDocument(em, id);
        const event = isUuid(eventId) ? await em.findOne(DocumentEvent, { id: eventId, document: id }) : null;
        const proof = event && (await em.findOne(DeliveryProof, { event: event.id }));
        if (!proof || !event.delivery) throw new NotFound('Comprovante de entrega deste evento');
        const { contentType } = event.delivery;
        const name = `${document.accessKey}-${event.code}-${event.sequence}.${proofEndings[contentType]}`;
        return { name, type: contentType, content: proof.content };
      });
      const disposition = req.query.download ? 'attachment' : 'inline';
      res.set('Content-Disposition', `${disposition}; filename="${name}"`);
      res.type(type).send(Buffer.from(content));
    },

    getFiscalDocumentCorrectionLetterPdf: async (req, res) => {
      const { id } = req.params;
      res.locals.documentId = id;
      const { name, html } = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const document = await findDocument(em, id);
        const letter = await registered(em, document, { type: 'CORRECTION_LETTER' });
        const { xml } = await authorizedXml(em, document);
        const isCancelled = document.status === 'CANCELLED';
        const name = `${document.accessKey}-${letter.code}-${letter.sequence}.pdf`;
        return { name, html: letterHtml(xml, letter.procXml, { isCancelled }) };
      });
      const pdf = await renderer.pdf(html);
      const disposition = req.query.download ? 'attachment' : 'inline';
      res.set('Content-Disposition', `${disposition}; filename="${name}"`);
      res.type('application/pdf').send(Buffer.from(pdf));
    },
  };
}

/** The last of a document's registered events that is so; with its file, which a few authorizers never give out again. */
async function registered(
  em: EntityManager,
  document: Document,
  which: { id: string | null } | { type: DocumentEventType },
) {
  const [event] = await em.find(
    DocumentEvent,
    { document: document.id, status: 'REGISTERED', ...which },
    { populate: ['procXml'], orderBy: { sequence: 'desc' }, limit: 1 },
  );
  if (!event?.procXml) throw new NotFound('Evento registrado deste documento');
  const { code, sequence, procXml } = event;
  return { code, sequence, procXml };
}
