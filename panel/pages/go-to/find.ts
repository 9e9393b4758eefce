import type { Client } from '../../../domain/clients/client.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Orm } from '../../../config/orm.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { type DocumentSummary, listDocuments } from '../../../operations/documents/summary.ts';
import { inCompany } from '../../../operations/in-company.ts';
import type { DocumentQuery } from '../../../operations/lists/document-query.ts';
import { findClients } from '../../../operations/lists/records.ts';
import type { ListedPlace } from '../../parts/places.ts';
import { plainly } from '../../parts/words.ts';

/** How many notes and clients are shown. */
const shown = { page: 1, pageSize: 6 };

/** What a search found. */
export type Destinations = {
  pages: { path: string; word: string }[];
  notes: DocumentSummary[];
  clients: Client[];
  places: ListedPlace[];
};

type GoToSearch = {
  search: string;
  company: ActingCompany;
  /** The pages that the role may open. */
  pages: { path: string; word: string }[];
  /** The other places that the person signs in to. */
  places: ListedPlace[];
};

/**
 * What a search may mean: pages by name; notes by number, access key, order (external id) or client; clients; other places of the person. An empty
 * search finds pages and places.
 */
export async function destinations(orm: Orm, { search, company, pages, places }: GoToSearch): Promise<Destinations> {
  const wanted = plainly(search.trim());
  const id = plainId(search);
  const found = {
    pages: pages.filter(({ word }) => plainly(word).includes(wanted)),
    places: places.filter(
      ({ name, mark }) => plainly(name).includes(wanted) || (id.length > 2 && plainId(mark).includes(id)),
    ),
  };
  if (wanted === '') return { ...found, notes: [], clients: [] };
  return {
    ...found,
    notes: await notesOf(orm, company, search.trim()),
    clients: await orNone(() =>
      inCompany(orm, company.id, async (em) => (await findClients(em, { search }, shown)).clients),
    ),
  };
}

/** A tax id without its punctuation. */
const plainId = (text: string): string => plainly(text).replaceAll(/[./\s-]/g, '');

/** Exact matches come first: by number, with or without its series, then by external id. */
async function notesOf(orm: Orm, company: ActingCompany, search: string): Promise<DocumentSummary[]> {
  const [, series, number = ''] = /^(?:(\d{1,3})\/)?(\d[\d.]{0,10})$/.exec(search) ?? [];
  const plain = Number(number.replaceAll('.', ''));
  const queries: DocumentQuery[] = [
    ...(number !== '' && plain < 1e9 ? [{ number: plain, ...(series ? { series: Number(series) } : {}) }] : []),
    { externalId: search },
    { search },
  ];
  const notes = new Map<string, DocumentSummary>();
  for (const query of queries) {
    const found = await orNone(async () => {
      const { documents } = await listDocuments(orm, company, { environment: 'ALL', ...query }, shown);
      return documents;
    });
    for (const note of found) if (notes.size < shown.pageSize) notes.set(note.id, note);
  }
  return [...notes.values()];
}

/** A search that the database cannot hold as text finds nothing. */
async function orNone<Row>(find: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation_error') return [];
    throw error;
  }
}
