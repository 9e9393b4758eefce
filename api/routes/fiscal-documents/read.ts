import { inCompany } from '../../../config/orm.ts';
import { DocumentEvent } from '../../../domain/documents/document-event.entity.ts';
import { findDocuments } from '../../../operations/lists/documents.ts';
import { listView, pageOf } from '../../lists/page.ts';
import { callerOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { documentDetailView } from '../../views/document-detail.ts';
import { documentView } from '../../views/document.ts';
import { findDocument } from './find-document.ts';

export function readHandlers({ orm }: ApiParts): Pick<Handlers, 'listFiscalDocuments' | 'getFiscalDocument'> {
  return {
    listFiscalDocuments: async (req, res) => {
      const page = pageOf(req.query);
      const { documents, total } = await inCompany(orm, callerOf(res).companyId, (em) =>
        findDocuments(em, req.query, page),
      );
      res.json(listView(documents.map(documentView), total, page));
    },

    getFiscalDocument: async (req, res) => {
      const { id } = req.params;
      const detail = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const document = await findDocument(em, id, { populate: ['payload', 'computed'] });
        const events = await em.find(DocumentEvent, { document: id }, { orderBy: { createdAt: 'asc' } });
        const { payload, computed = null } = document;
        return documentDetailView(document, { payload, computed, events });
      });
      res.locals.documentId = id;
      res.json(detail);
    },
  };
}
