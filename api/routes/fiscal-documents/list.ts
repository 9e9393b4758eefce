import { DateTime } from 'luxon';
import { checkTexts } from '../../../domain/check-texts.ts';
import { type CursorScope, readCursor, type SyncPosition, writeCursor } from '../../../domain/documents/sync-cursor.ts';
import { type Fault, refuse, refuseAny } from '../../../domain/faults.ts';
import type { MasterKey } from '../../../domain/seal.ts';
import { listView, pageWithDefaults } from '../../../http/page.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findChangedDocuments, type SyncQuery } from '../../../operations/lists/changed-documents.ts';
import type { DocumentQuery } from '../../../operations/lists/document-query.ts';
import { findDocuments, type ListedDocuments } from '../../../operations/lists/documents.ts';
import type { Page } from '../../../operations/lists/page.ts';
import { baseOf, companyOf } from '../../locals.ts';
import type { Handler, Schema } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { documentView } from '../../views/document.ts';

/** Handler of the list: its pages, or what has changed since a synchronization. */
export function listHandler({ orm, masterKey }: ApiParts): Handler<'listFiscalDocuments'> {
  return async (req, res) => {
    const { id } = companyOf(res);
    const page = pageWithDefaults(req.query);
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

/** A synchronization that a query begins or continues, and the query for which its cursors are valid. */
type SyncRequest = { query: SyncQuery; position: SyncPosition; scope: CursorScope };

/**
 * The synchronization that a query asks for; null where it asks for a page of the list.
 *
 * @throws DomainError `validation_error`
 */
function askedSync(
  { environment = 'PRODUCTION', type, externalId, page, changedSince, cursor, pageSize: _, ...others }: ListQuery,
  { key, company }: { key: MasterKey; company: string },
): SyncRequest | null {
  if (changedSince === undefined && cursor === undefined) return null;
  refuseAny([
    ...checkTexts(externalId, 'externalId'),
    ...(changedSince !== undefined && cursor !== undefined ? [fault('cursor', sentences.both)] : []),
    ...(page !== undefined && page > 1 ? [fault('page', sentences.page)] : []),
    ...Object.entries(others).flatMap(([name, value]) => (isAsked(value) ? [fault(name, refusal(name))] : [])),
  ]);
  const query = { environment, ...(type && { type }), ...(externalId !== undefined && { externalId }) };
  const scope = { company, filters: query };
  const position = cursor === undefined ? beginning(changedSince ?? '') : behind(key, scope, cursor);
  return { query, position, scope };
}

function beginning(changedSince: string): SyncPosition {
  return { kind: 'BEGINNING', since: momentIn(changedSince, 'changedSince') };
}

/** Whether a filter is set; an empty search is none. */
function isAsked(value: unknown): boolean {
  return value !== undefined && value !== '';
}

function refusal(filter: string): string {
  return filter === 'status' ? sentences.status : sentences.filter;
}

function behind(key: MasterKey, scope: CursorScope, cursor: string): SyncPosition {
  const position = readCursor(key, scope, cursor);
  return typeof position === 'string' ? refuse([fault('cursor', sentences[position])]) : position;
}

const sentences = {
  both: 'Envie changedSince na primeira chamada ou cursor nas seguintes, não os dois.',
  page: 'A sincronização não tem páginas numeradas: siga meta.nextCursor com cursor.',
  status:
    'A sincronização traz os documentos em qualquer status: com o filtro, um documento que mudasse de status deixaria de vir. Retire o filtro e leia o status de cada documento.',
  filter:
    'A sincronização só aceita os filtros environment, type e externalId: com este, um documento que deixasse de corresponder deixaria de vir. Retire o filtro.',
  invalid:
    'Este cursor não foi dado por esta lista desta empresa, ou não está inteiro. Envie meta.nextCursor como veio, ou recomece com changedSince.',
  filters:
    'Este cursor é de uma sincronização com outros filtros. Repita environment, type e externalId como na primeira chamada, ou recomece com changedSince.',
};

function fault(path: string, message: string): Fault {
  return { code: 'validation_error', path, message };
}

/** The query of the list, as the contract has it: for its pages, or for a synchronization. */
type ListQuery = Omit<DocumentQuery, 'updatedSince'> &
  Partial<Page> & { updatedSince?: string; changedSince?: string; cursor?: string };

/** The filters of a page of the list. @throws DomainError `validation_error` */
function askedList({ updatedSince, changedSince: _, cursor: __, ...query }: ListQuery): DocumentQuery {
  if (updatedSince === undefined) return query;
  return { ...query, updatedSince: new Date(momentIn(updatedSince, 'updatedSince')) };
}

/** A page of documents; its `meta` says how many match in the other environment. */
function documentListView<Row>(
  data: Row[],
  { total, inOtherEnvironment }: { total: number; inOtherEnvironment: number },
  page: Page,
): { data: Row[]; meta: Schema<'FiscalDocumentListMeta'> } {
  const { meta } = listView(data, total, page);
  return { data, meta: { ...meta, inOtherEnvironment } };
}

/** A page of a synchronization, which has a cursor in place of page numbers. */
function syncView<Row>(
  data: Row[],
  { pageSize, nextCursor, hasMore }: { pageSize: number; nextCursor: string; hasMore: boolean },
): { data: Row[]; meta: Schema<'FiscalDocumentListMeta'> } {
  return { data, meta: { pageSize, nextCursor, hasMore, page: null, total: null, totalPages: null } };
}

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/;
/** Bounds of a moment, in ms since 1970: no document is older or newer. */
const [first, last] = [0, Date.UTC(9999, 11, 31)];

/**
 * An instant in ISO 8601 with offset, as ms since 1970.
 *
 * @param path the parameter that has it
 * @throws DomainError `validation_error`
 */
export function momentIn(written: string, path: string): number {
  // A plus that the caller did not encode arrives as a space.
  const text = written.toUpperCase().replace(/ (?=\d{2}(:?\d{2})?$)/, '+');
  const moment = DateTime.fromISO(text, { setZone: true });
  if (!iso.test(text) || !moment.isValid) return refuse([noMoment(path)]);
  return Math.min(Math.max(moment.toMillis(), first), last);
}

function noMoment(path: string): Fault {
  const message =
    'Deve ser um instante ISO 8601 com o deslocamento do fuso, como 2026-11-01T00:00:00-03:00 ou 2026-11-01T03:00:00Z.';
  return { code: 'validation_error', path, message };
}
