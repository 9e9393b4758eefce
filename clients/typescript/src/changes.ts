import type { AnswerOf, QueryOf } from './bodies.ts';

type Query = QueryOf<'listFiscalDocuments'>;
type List = AnswerOf<'listFiscalDocuments'>;
type Filters = Pick<Query, 'environment' | 'type' | 'externalId' | 'pageSize'>;

/** Where to begin: a moment (ISO 8601 with its offset), or the `cursor` of the last page that you stored. */
export type Since = Filters & ({ changedSince: string; cursor?: never } | { cursor: string; changedSince?: never });

/** Documents that changed, each as it is now, and where the next page begins. */
export type ChangedPage = { documents: List['data']; cursor: string };

export type Changes = AsyncIterable<ChangedPage>;

/** One round: ends when nothing more has changed. Its last cursor begins the next round. */
export async function* changes(
  read: (query: Query) => Promise<List>,
  { changedSince, cursor, ...filters }: Since,
): AsyncGenerator<ChangedPage, void> {
  let place = cursor === undefined ? { changedSince } : { cursor };
  for (;;) {
    const { data, meta } = await read({ ...filters, ...place });
    if (!('nextCursor' in meta)) throw new TypeError('The installation does not synchronize by cursor.');
    yield { documents: data, cursor: meta.nextCursor };
    if (!meta.hasMore) return;
    place = { cursor: meta.nextCursor };
  }
}
