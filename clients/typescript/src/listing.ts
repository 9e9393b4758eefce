import type { MaybeOptionalInit } from 'openapi-fetch';
import type { Send } from './calls.ts';
import type { paths } from './contract.ts';

type Page = { data: unknown[]; meta: { totalPages: number | null } };
type ListOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Found extends Page } } } };
}
  ? Found
  : never;

/** The paths whose GET answers page by page. */
export type ListPath = { [Path in keyof paths]: ListOf<Path> extends never ? never : Path }[keyof paths];

/** A list that is read page by page: `for await` gives row after row, `page(n)` one page with its totals. */
export type Listing<Path extends ListPath> = AsyncIterable<ListOf<Path>['data'][number]> & {
  /** @param number from 1 */
  page(number?: number): Promise<ListOf<Path>>;
};

/** Any list of the contract. The next page is asked for when the rows of the one before were taken. */
export type List = <Path extends ListPath>(path: Path, init?: MaybeOptionalInit<paths[Path], 'get'>) => Listing<Path>;

type Init = { params?: { query?: { page?: number } } };

export function listOf(send: Send): List {
  return <Path extends ListPath>(path: Path, init: Init = {}) => {
    const first = init.params?.query?.page ?? 1;
    const read = async (page: number): Promise<ListOf<Path>> => {
      const params = { ...init.params, query: { ...init.params?.query, page } };
      // As with `callsOf`: what a path gives is the contract's word.
      return (await send('get', path, { ...init, params })) as ListOf<Path>;
    };
    return {
      page: (number = first) => read(number),
      async *[Symbol.asyncIterator]() {
        for (let number = first; ; number++) {
          const { data, meta } = await read(number);
          yield* data;
          if (number >= (meta.totalPages ?? 0)) return;
        }
      },
    };
  };
}
