import { writeCursor } from '../../../domain/documents/sync-cursor.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findChangedDocuments } from '../../../operations/lists/changed-documents.ts';
import { findDocuments, type ListedDocuments } from '../../../operations/lists/documents.ts';
import { baseOf, companyOf } from '../../locals.ts';
import type { Handler, Schema } from '../../operations.ts';
import { documentListView, pageOf, syncView } from '../../page.ts';
import type { ApiParts } from '../../parts.ts';
import { askedList } from '../../requests/asked-list.ts';
import { askedSync } from '../../requests/asked-sync.ts';
import { documentView } from '../../views/document.ts';

/** A page of the list, or of what changed since somebody synchronized. */
export function listHandler({ orm, masterKey }: ApiParts): Handler<'listFiscalDocuments'> {
  return async (req, res) => {
    const { id } = companyOf(res);
    const page = pageOf(req.query);
    const sync = askedSync(req.query, { key: masterKey, company: id });
    if (sync) {
      const found = await findChangedDocuments(orm, id, sync.query, sync.position, page.pageSize);
      const views = new Map(viewsOf(found, baseOf(res)).map((view) => [view.id, view]));
      const changes = found.ids.map((id) => views.get(id) ?? { id, deleted: true });
      const nextCursor = writeCursor(masterKey, sync.scope, found.position);
      res.json(syncView(changes, { pageSize: page.pageSize, nextCursor, hasMore: found.hasMore }));
      return;
    }
    const found = await inCompany(orm, id, (em) => findDocuments(em, askedList(req.query), page));
    res.json(documentListView(viewsOf(found, baseOf(res)), found, page));
  };
}

function viewsOf({ documents, contingencies }: ListedDocuments, base: string): Schema<'FiscalDocument'>[] {
  return documents.map((document) =>
    documentView({ document, contingency: contingencies.get(document.id) ?? null }, base),
  );
}
