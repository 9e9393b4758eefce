import { inCompany } from '../../../config/orm.ts';
import { DocumentEvent } from '../../../domain/documents/document-event.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { listView, pageOf, windowOf } from '../../lists/page.ts';
import { callerOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { documentDetailView } from '../../views/document-detail.ts';
import { documentView } from '../../views/document.ts';
import { findDocument } from './find-document.ts';

export function readHandlers({ orm }: ApiParts): Pick<Handlers, 'listFiscalDocuments' | 'getFiscalDocument'> {
  return {
    listFiscalDocuments: async (req, res) => {
      const { status, type, environment = 'PRODUCTION' } = req.query;
      const page = pageOf(req.query);
      const filter = {
        ...(environment === 'ALL' ? {} : { environment }),
        ...(status ? { status } : {}),
        ...(type ? { type } : {}),
      };
      const [documents, total] = await inCompany(orm, callerOf(res).companyId, (em) =>
        // Ids are UUIDs of version 7: the newest is the greatest.
        em.findAndCount(Document, filter, { orderBy: { id: 'desc' }, ...windowOf(page) }),
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
