import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { endOfBrasiliaDay, startOfBrasiliaDay } from '../../domain/fiscal-time.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { kindsOf, noteSchemaTypes } from '../../domain/received/kinds.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { narrowingOf, type ReceivedQuery } from '../lists/received-query.ts';

/** A received note of the portfolio, as a list shows it. */
export type PortfolioNote = Pick<
  ReceivedDocument,
  | 'id'
  | 'schemaType'
  | 'model'
  | 'eventCode'
  | 'role'
  | 'status'
  | 'manifestation'
  | 'issuerName'
  | 'issuerTaxId'
  | 'series'
  | 'number'
  | 'totalValue'
  | 'emissionDate'
  | 'accessKey'
> & {
  company: { id: string; taxId: string; name: string };
  /** The last manifestation that was requested here. */
  answer: Pick<DocumentEvent, 'code' | 'status' | 'reason'> | null;
};

/** Which notes are looked for; days are those of Brasília, both included. */
export type PortfolioQuery = Omit<ReceivedQuery, 'emittedFrom' | 'emittedTo'> & {
  emittedFrom: string;
  emittedTo: string;
  /** Ids of companies; the whole portfolio where absent. */
  companies?: readonly string[] | undefined;
  /** Ids of notes to which the search is restricted. */
  ids?: readonly string[] | undefined;
  /** Only notes that had arrived by this instant. */
  arrivedBy?: Date | undefined;
};

/** The note after which a page begins. */
export type NotePlace = { at: Date; id: string };

/** One page, the newest first; `next` is where the following page begins, null where there is none. */
export type PortfolioNotes = { notes: PortfolioNote[]; next: NotePlace | null };

/**
 * Notes that others issued to the companies of an office. Database functions read them, because an office sees no row of any company. `em` sees one
 * office, or a person's part of it (`inPortfolio`).
 *
 * @throws DomainError `validation_error` for a search that no text can hold, and days that end before they begin
 */
export async function portfolioNotes(
  em: EntityManager,
  query: PortfolioQuery,
  { limit, behind }: { limit: number; behind?: NotePlace | undefined },
): Promise<PortfolioNotes> {
  const found = await em.execute<{ id: string }[]>(`select id from portfolio_received(${queryParameter}, ?)`, [
    ...queryValues(query, behind),
    limit + 1,
  ]);
  const notes = await notesInFull(
    em,
    found.slice(0, limit).map(({ id }) => id),
  );
  const last = found.length > limit ? notes.at(-1) : undefined;
  return { notes, next: last ? { at: last.emissionDate, id: last.id } : null };
}

/** Those of some notes that are in the portfolio, in the order of `ids`. `em` as in `portfolioNotes`. */
export async function notesInFull(em: EntityManager, ids: readonly string[]): Promise<PortfolioNote[]> {
  const known = ids.filter((id) => isUuid(id));
  if (known.length === 0) return [];
  const rows = await em.execute<{ note: AsJson }[]>('select note from portfolio_received_in_full(?::uuid[])', [
    `{${known.join(',')}}`,
  ]);
  return rows.map(({ note }) => ({ ...note, emissionDate: new Date(note.emissionDate) }));
}

type AsJson = Omit<PortfolioNote, 'emissionDate'> & { emissionDate: string };

/**
 * How many notes match, of how many companies, and how many of them were issued before an instant. `em` as in `portfolioNotes`. @throws DomainError
 * as `portfolioNotes`
 */
export async function countPortfolioNotes(
  em: EntityManager,
  query: PortfolioQuery,
  before: Date,
): Promise<{ notes: number; companies: number; older: number }> {
  const [row] = await em.execute<{ notes: number; companies: number; older: number }[]>(
    `select count(*)::int as notes, count(distinct company_id)::int as companies, (count(*) filter (where emission_date < ?))::int as older
     from portfolio_received(${queryParameter}, null)`,
    [before, ...queryValues(query)],
  );
  return row ?? { notes: 0, companies: 0, older: 0 };
}

/**
 * SQL of the parameter of the list's functions; its values come from `queryValues`. The pattern is folded in the same way as the text that is
 * searched.
 */
export const queryParameter = `?::jsonb || jsonb_strip_nulls(jsonb_build_object('pattern', plain_text(?)))`;

/** The values of a query for `queryParameter`. @throws DomainError as `portfolioNotes` */
export function queryValues(query: PortfolioQuery, behind?: NotePlace): unknown[] {
  const { companies, ids, arrivedBy, emittedFrom, emittedTo } = query;
  const { kinds, issuer, accessKey, pattern } = narrowingOf(query);
  const said = {
    kinds: kinds ?? noteSchemaTypes.flatMap((schemaType) => kindsOf({ schemaType }) ?? []),
    since: startOfBrasiliaDay(emittedFrom),
    before: endOfBrasiliaDay(emittedTo),
    ...(companies && { companies: companies.filter((id) => isUuid(id)) }),
    ...(ids && { ids: ids.filter((id) => isUuid(id)) }),
    ...(issuer !== undefined && { issuer }),
    ...(accessKey !== undefined && { accessKey }),
    ...(arrivedBy && { arrivedBy }),
    ...(behind && { behind }),
  };
  return [JSON.stringify(said), pattern];
}
