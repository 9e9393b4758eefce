import type { components, operations, paths } from '../admin-contract.ts';
import type { Calls } from '../calls.ts';
import type { CallOptions, CreateOptions } from '../documents.ts';
import type { List } from '../listing.ts';

export type { CallOptions, CreateOptions };
export type AdminCalls = Calls<paths>;
export type AdminList = List<paths>;

/** A shape of the admin contract by its name. */
export type AdminSchema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** What an operation is narrowed by. */
export type Query<Id extends keyof operations> = operations[Id] extends { parameters: { query?: infer Found } }
  ? NonNullable<Found>
  : never;

/** What may be asked for again: it carries an Idempotency-Key, the caller's or one of its own, which makes the retries of this call safe. */
export function once({ idempotencyKey = crypto.randomUUID(), ...options }: CreateOptions = {}) {
  return { params: { header: { 'Idempotency-Key': idempotencyKey } }, ...options };
}

/** The same at a place of a path. */
export function onceAt<Path extends object>(path: Path, options?: CreateOptions) {
  const { params, ...rest } = once(options);
  return { params: { path, ...params }, ...rest };
}

/** Rows that are read page by page, each page told by the one before: `for await` gives row after row. */
export type Ledger<Page extends { data: unknown[] }> = AsyncIterable<Page['data'][number]> & {
  /** @param after `next` of the page before */
  page(after?: string): Promise<Page>;
};

export function ledger<Page extends { data: unknown[]; next: string | null }>(
  read: (after: { after?: string }) => Promise<Page>,
): Ledger<Page> {
  return {
    page: (after) => read(after === undefined ? {} : { after }),
    async *[Symbol.asyncIterator]() {
      for (let after: string | null | undefined; after !== null;) {
        const { data, next }: Page = await read(after === undefined ? {} : { after });
        yield* data;
        after = next;
      }
    },
  };
}
