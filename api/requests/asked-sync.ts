import { DateTime } from 'luxon';
import { type CursorScope, readCursor, type SyncPosition } from '../../domain/documents/sync-cursor.ts';
import { type Fault, refuse, refuseAny } from '../../domain/faults.ts';
import type { MasterKey } from '../../domain/seal.ts';
import type { SyncQuery } from '../../operations/lists/changed-documents.ts';
import type { DocumentQuery } from '../../operations/lists/document-query.ts';

type ListQuery = DocumentQuery & { page?: number; changedSince?: string; cursor?: string };

/** A synchronization that a query begins or goes on with, and what the cursors of its answers hold for. */
export type AskedSync = { query: SyncQuery; position: SyncPosition; scope: CursorScope };

/**
 * The synchronization that a query asks for; null where it asks for a page of the list.
 *
 * @throws DomainError `validation_error`
 */
export function askedSync(
  { environment = 'PRODUCTION', type, externalId, status, page, changedSince, cursor }: ListQuery,
  { key, company }: { key: MasterKey; company: string },
): AskedSync | null {
  if (changedSince === undefined && cursor === undefined) return null;
  refuseAny([
    ...(changedSince !== undefined && cursor !== undefined ? [fault('cursor', sentences.both)] : []),
    ...(page !== undefined && page > 1 ? [fault('page', sentences.page)] : []),
    ...(status !== undefined ? [fault('status', sentences.status)] : []),
  ]);
  const query = { environment, ...(type && { type }), ...(externalId !== undefined && { externalId }) };
  const scope = { company, filters: query };
  const position = cursor === undefined ? beginning(changedSince ?? '') : behind(key, scope, cursor);
  return { query, position, scope };
}

function behind(key: MasterKey, scope: CursorScope, cursor: string): SyncPosition {
  const position = readCursor(key, scope, cursor);
  return typeof position === 'string' ? refuse([fault('cursor', sentences[position])]) : position;
}

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/;
/** No document is older, and none will be newer. */
const [first, last] = [0, Date.UTC(9999, 11, 31)];

function beginning(changedSince: string): SyncPosition {
  // A plus that was not encoded arrives as a space.
  const text = changedSince.toUpperCase().replace(/ (?=\d{2}(:?\d{2})?$)/, '+');
  const moment = DateTime.fromISO(text, { setZone: true });
  if (!iso.test(text) || !moment.isValid) return refuse([fault('changedSince', sentences.moment)]);
  return { kind: 'BEGINNING', since: Math.min(Math.max(moment.toMillis(), first), last) };
}

const sentences = {
  both: 'Envie changedSince na primeira chamada ou cursor nas seguintes, não os dois.',
  page: 'A sincronização não tem páginas numeradas: siga meta.nextCursor com cursor.',
  status:
    'A sincronização traz os documentos em qualquer status: com o filtro, um documento que mudasse de status deixaria de vir. Retire o filtro e leia o status de cada documento.',
  moment:
    'Deve ser um instante ISO 8601 com o deslocamento do fuso, como 2026-11-01T00:00:00-03:00 ou 2026-11-01T03:00:00Z.',
  invalid:
    'Este cursor não foi dado por esta lista desta empresa, ou não está inteiro. Envie meta.nextCursor como veio, ou recomece com changedSince.',
  filters:
    'Este cursor é de uma sincronização com outros filtros. Repita environment, type e externalId como na primeira chamada, ou recomece com changedSince.',
};

function fault(path: string, message: string): Fault {
  return { code: 'validation_error', path, message };
}
