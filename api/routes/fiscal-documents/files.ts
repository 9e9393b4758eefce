import { correctionLetterPage, deliveryProof, eventXml } from '../../../operations/documents/event-files.ts';
import { documentPage, documentXml } from '../../../operations/documents/files.ts';
import { setDisposition } from '../../../http/send-stream.ts';
import { companyOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';

type FileOperations =
  | 'getFiscalDocumentXml'
  | 'getFiscalDocumentDanfe'
  | 'getFiscalDocumentEventXml'
  | 'getFiscalDocumentEventProof'
  | 'getFiscalDocumentCorrectionLetterPdf';

/** Handlers of the files of a document and its events. */
export function fileHandlers({ orm, renderer, rates: { calendar } }: ApiParts): Pick<Handlers, FileOperations> {
  return {
    getFiscalDocumentXml: async (req, res) => {
      const { id } = req.params;
      const { type = 'authorized', download } = req.query;
      res.locals.documentId = id;
      const { name, xml } = await documentXml(orm, companyOf(res), id, type);
      if (download) res.attachment(name);
      res.type('application/xml').send(xml);
    },

    getFiscalDocumentDanfe: async (req, res) => {
      const { id } = req.params;
      res.locals.documentId = id;
      const company = companyOf(res);
      const { copy, paper } = req.query;
      const asked = { ...(copy ? { copies: copy } : {}), ...(paper ? { paper } : {}) };
      const { name, html } = await documentPage(orm, company, id, { calendar, ...asked });
      const pdf = await renderer.pdf(html, company.id);
      setDisposition(res, name, req.query);
      res.type('application/pdf').send(Buffer.from(pdf));
    },

    getFiscalDocumentEventXml: async (req, res) => {
      const { id: documentId, eventId } = req.params;
      res.locals.documentId = documentId;
      const { name, xml } = await eventXml(orm, companyOf(res), { documentId, eventId });
      if (req.query.download) res.attachment(name);
      res.type('application/xml').send(xml);
    },

    getFiscalDocumentEventProof: async (req, res) => {
      const { id: documentId, eventId } = req.params;
      res.locals.documentId = documentId;
      const { name, type, content } = await deliveryProof(orm, companyOf(res), { documentId, eventId });
      setDisposition(res, name, req.query);
      res.type(type).send(content);
    },

    getFiscalDocumentCorrectionLetterPdf: async (req, res) => {
      const { id } = req.params;
      res.locals.documentId = id;
      const company = companyOf(res);
      const { name, html } = await correctionLetterPage(orm, company, id);
      const pdf = await renderer.pdf(html, company.id);
      setDisposition(res, name, req.query);
      res.type('application/pdf').send(Buffer.from(pdf));
    },
  };
}
