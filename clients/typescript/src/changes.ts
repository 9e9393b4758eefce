import type { FiscalDocument, FiscalDocumentList, operations } from './contract.ts';
import { LavraError } from './error.ts';

type Query = NonNullable<operations['listFiscalDocuments']['parameters']['query']>;
type Filters = Pick<Query, 'environment' | 'type' | 'externalId' | 'pageSize'>;

/** Where to begin: a moment (ISO 8601 with its offset), or the `cursor` of the last page that you stored. */
export type Since = Filters & ({ changedSince: string; cursor?: never } | { cursor: string; changedSince?: never });

/** Documents that changed, each as it is now, the ids of those that were removed, and where the next page begins. */
export type ChangedPage = { documents: FiscalDocument[]; removed: string[]; cursor: string };

export type Changes = AsyncIterable<ChangedPage>;

/** One round: ends when nothing more has changed. Its last cursor begins the next round. */
export async function* changes(
  read: (query: Query) => Promise<FiscalDocumentList>,
  { changedSince, cursor, ...filters }: Since,
): AsyncGenerator<ChangedPage, void> {
  let place = cursor === undefined ? { changedSince } : { cursor };
  for (;;) {
    const { data, meta } = await read({ ...filters, ...place });
    const next = meta.nextCursor;
    if (next === undefined) throw new LavraError('unexpected_answer', 'A resposta não tem o cursor da sincronização.');
    const documents = data.flatMap((row) => ('deleted' in row ? [] : [row]));
    const removed = data.flatMap((row) => ('deleted' in row ? [row.id] : []));
    yield { documents, removed, cursor: next };
    if (!meta.hasMore) return;
    place = { cursor: next };
  }
}
