import type { MaybeOptionalInit } from 'openapi-fetch';
import type { Send } from './calls.ts';
import type { paths } from './contract.ts';

type Page = { data: unknown[]; meta: { totalPages: number | null } };
type ListOf<Item> = Item extends {
  get: { responses: { 200: { content: { 'application/json': infer Found extends Page } } } };
}
  ? Found
  : never;

/** The paths whose GET answers page by page. */
export type ListPath<Paths extends object = paths> = {
  [Path in keyof Paths]: ListOf<Paths[Path]> extends never ? never : Path;
}[keyof Paths];

/** A list that is read page by page: `for await` gives row after row, `page(n)` one page with its totals. */
export type Listing<Path extends ListPath<Paths>, Paths extends object = paths> = AsyncIterable<
  ListOf<Paths[Path]>['data'][number]
> & {
  /** @param number from 1 */
  page(number?: number): Promise<ListOf<Paths[Path]>>;
};

/** Any list of a contract. The next page is asked for when the rows of the one before were taken. */
export type List<Paths extends object = paths> = <Path extends ListPath<Paths>>(
  path: Path,
  init?: MaybeOptionalInit<Paths[Path], 'get' & keyof Paths[Path]>,
) => Listing<Path, Paths>;

type Init = { params?: { query?: { page?: number } } };

export function listOf<Paths extends object = paths>(send: Send): List<Paths> {
  return <Path extends ListPath<Paths>>(path: Path, init: Init = {}) => {
    const first = init.params?.query?.page ?? 1;
    const read = async (page: number): Promise<ListOf<Paths[Path]>> => {
      const params = { ...init.params, query: { ...init.params?.query, page } };
      // As with `callsOf`: what a path gives is the contract's word.
      return (await send('get', String(path), { ...init, params })) as ListOf<Paths[Path]>;
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
