import type { MaybeOptionalInit, ParseAsResponse } from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from 'openapi-typescript-helpers';
import type { paths } from './contract.ts';

type Media = `${string}/${string}`;
type ResponsesOf<Item, Method extends HttpMethod> =
  Item extends Record<Method, { responses: infer Found extends Record<string | number, unknown> }> ? Found : never;
type InitParam<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

/** One method of HTTP, by any path of a contract: gives what the operation answers, or throws a `LavraError`. */
export type Call<Method extends HttpMethod, Paths extends object = paths> = <
  Path extends PathsWithMethod<Paths, Method>,
  Init extends MaybeOptionalInit<Paths[Path], Method & keyof Paths[Path]>,
>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<ParseAsResponse<SuccessResponse<ResponsesOf<Paths[Path], Method>, Media>, Init>>;

/** Every operation of a contract by its method and path, typed by it. */
export type Calls<Paths extends object = paths> = {
  get: Call<'get', Paths>;
  post: Call<'post', Paths>;
  put: Call<'put', Paths>;
  patch: Call<'patch', Paths>;
  delete: Call<'delete', Paths>;
};

/** The connection throws whatever is no success, so that there is always an answer. */
export type Send = (method: HttpMethod, path: string, init?: Record<string, unknown>) => Promise<unknown>;

export function callsOf<Paths extends object = paths>(send: Send): Calls<Paths> {
  const call =
    (method: keyof Calls) =>
    (path: string, init?: Record<string, unknown>): Promise<unknown> =>
      send(method, path, init);
  // What a path takes and gives is the contract's word: the compiler cannot see it through a string.
  return {
    ...{ get: call('get'), post: call('post'), put: call('put') },
    ...{ patch: call('patch'), delete: call('delete') },
  } as Calls<Paths>;
}
