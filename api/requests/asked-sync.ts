import { checkTexts } from '../../domain/check-texts.ts';
import { type CursorScope, readCursor, type SyncPosition } from '../../domain/documents/sync-cursor.ts';
import { type Fault, refuse, refuseAny } from '../../domain/faults.ts';
import type { MasterKey } from '../../domain/seal.ts';
import type { SyncQuery } from '../../operations/lists/changed-documents.ts';
import type { ListQuery } from './asked-list.ts';
import { askedMoment } from './moment.ts';

/** A synchronization that a query begins or goes on with, and what the cursors of its answers hold for. */
export type AskedSync = { query: SyncQuery; position: SyncPosition; scope: CursorScope };

/**
 * The synchronization that a query asks for; null where it asks for a page of the list.
 *
 * @throws DomainError `validation_error`
 */
export function askedSync(
  { environment = 'PRODUCTION', type, externalId, page, changedSince, cursor, pageSize: _, ...others }: ListQuery,
  { key, company }: { key: MasterKey; company: string },
): AskedSync | null {
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
  return { kind: 'BEGINNING', since: askedMoment(changedSince, 'changedSince') };
}

/** Whether a filter narrows anything: an empty search does not. */
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
