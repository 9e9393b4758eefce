import { findDocumentInFull } from '../../../operations/documents/find-document.ts';
import { previewDocument } from '../../../operations/documents/preview.ts';
import { documentWatch } from '../../../operations/documents/watch.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { baseOf, companyOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { saleRequest } from '../../../http/requests/sale.ts';
import { backgroundStarts } from '../../../http/runs/background-starts.ts';
import { documentDetailView } from '../../views/document-detail.ts';
import { documentPreview } from '../../views/document-preview.ts';
import { changeHandlers } from './change.ts';
import { createHandler } from './create.ts';
import { emitHandler } from './emit.ts';
import { eventHandlers } from './events.ts';
import { fileHandlers } from './files.ts';
import { listHandler } from './list.ts';
import { documentMailHandlers } from './mails.ts';

type DocumentOperations = Extract<keyof Handlers, `${string}FiscalDocument${string}`>;

export function fiscalDocumentHandlers(parts: ApiParts): Pick<Handlers, DocumentOperations> {
  const { orm } = parts;
  const watching = { ...parts, watch: documentWatch(orm), starts: parts.starts ?? backgroundStarts(parts.temporal) };
  return {
    listFiscalDocuments: listHandler(parts),

    getFiscalDocument: async (req, res) => {
      const { id } = req.params;
      const found = await inCompany(orm, companyOf(res).id, (em) => findDocumentInFull(em, id));
      res.locals.documentId = id;
      res.json(documentDetailView(found, { company: companyOf(res), base: baseOf(res) }));
    },

    previewFiscalDocument: async (req, res) => {
      const asked = { sale: saleRequest(req.body), recipient: req.body };
      res.json(documentPreview(await previewDocument(parts, companyOf(res), asked)));
    },

    createFiscalDocument: createHandler(watching),
    ...changeHandlers(parts),
    emitFiscalDocument: emitHandler(watching),
    ...eventHandlers(parts),
    ...fileHandlers(parts),
    ...documentMailHandlers(parts),
  };
}
