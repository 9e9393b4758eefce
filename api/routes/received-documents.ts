import { inCompany } from '../../operations/in-company.ts';
import { findReceivedDocuments } from '../../operations/lists/received-documents.ts';
import { receivedEventXml, receivedPage, receivedXml } from '../../operations/received/files.ts';
import { findReceivedInFull } from '../../operations/received/find.ts';
import { dispose } from '../dispose.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageOf } from '../page.ts';
import type { ApiParts } from '../parts.ts';
import { receivedDetailView, receivedDocumentView } from '../views/received-document.ts';

type ReceivedOperations =
  | 'listReceivedDocuments'
  | 'getReceivedDocument'
  | 'getReceivedDocumentXml'
  | 'getReceivedDocumentEventXml'
  | 'getReceivedDocumentDanfe';

/** What others issued against the company, and its files. */
export function receivedDocumentHandlers({ orm, renderer }: ApiParts): Pick<Handlers, ReceivedOperations> {
  return {
    listReceivedDocuments: async (req, res) => {
      const { id, environment } = companyOf(res);
      const { documents, total } = await inCompany(orm, id, (em) =>
        findReceivedDocuments(em, environment, req.query, pageOf(req.query)),
      );
      res.json(listView(documents.map(receivedDocumentView), total, pageOf(req.query)));
    },

    getReceivedDocument: async (req, res) => {
      const found = await inCompany(orm, companyOf(res).id, (em) => findReceivedInFull(em, req.params.id));
      res.json(receivedDetailView(found));
    },

    getReceivedDocumentXml: async (req, res) => {
      const { name, xml } = await receivedXml(orm, companyOf(res), req.params.id);
      dispose(res, name, req.query);
      res.type('application/xml').send(xml);
    },

    getReceivedDocumentEventXml: async (req, res) => {
      const { id: documentId, eventId } = req.params;
      const { name, xml } = await receivedEventXml(orm, companyOf(res), { documentId, eventId });
      dispose(res, name, req.query);
      res.type('application/xml').send(xml);
    },

    getReceivedDocumentDanfe: async (req, res) => {
      const company = companyOf(res);
      const { name, html } = await receivedPage(orm, company, req.params.id);
      const pdf = await renderer.pdf(html, company.id);
      dispose(res, name, req.query);
      res.type('application/pdf').send(Buffer.from(pdf));
    },
  };
}
