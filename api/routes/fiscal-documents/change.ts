import { changeDocument, removeDocument } from '../../../operations/documents/change.ts';
import { baseOf, companyOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { changedSale } from '../../../http/requests/changed-sale.ts';
import { documentDetailView } from '../../views/document-detail.ts';

export function changeHandlers(parts: ApiParts): Pick<Handlers, 'updateFiscalDocument' | 'deleteFiscalDocument'> {
  return {
    updateFiscalDocument: async (req, res) => {
      const { body } = req;
      const { id } = req.params;
      const changed = await changeDocument(parts, companyOf(res), id, {
        sale: (kept) => changedSale(kept, body),
        recipient: body,
        externalId: body.externalId,
      });
      res.locals.documentId = id;
      const { warnings } = changed;
      res.json({ ...documentDetailView(changed, { company: companyOf(res), base: baseOf(res) }), warnings });
    },

    deleteFiscalDocument: async (req, res) => {
      const { id } = req.params;
      await removeDocument(parts.orm, companyOf(res), id);
      res.locals.documentId = id;
      res.json({ success: true });
    },
  };
}
