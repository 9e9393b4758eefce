import type { MaybeOptionalInit, ParseAsResponse } from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from 'openapi-typescript-helpers';
import type { paths } from './contract.ts';

type Media = `${string}/${string}`;
type ResponsesOf<Path extends keyof paths, Method extends HttpMethod> =
  paths[Path] extends Record<Method, { responses: infer Found extends Record<string | number, unknown> }>
    ? Found
    : never;
type InitParam<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

/** One method of HTTP, by any path of the contract: gives what the operation answers, or throws a `LavraError`. */
export type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<ParseAsResponse<SuccessResponse<ResponsesOf<Path, Method>, Media>, Init>>;

/** Every operation of the contract by its method and path, typed by it. */
export type Calls = { get: Call<'get'>; post: Call<'post'>; patch: Call<'patch'>; delete: Call<'delete'> };

/** The connection throws whatever is no success, so that there is always an answer. */
export type Send = (method: HttpMethod, path: string, init?: Record<string, unknown>) => Promise<unknown>;

export function callsOf(send: Send): Calls {
  const call =
    (method: keyof Calls) =>
    (path: string, init?: Record<string, unknown>): Promise<unknown> =>
      send(method, path, init);
  // What a path takes and gives is the contract's word: the compiler cannot see it through a string.
  return { get: call('get'), post: call('post'), patch: call('patch'), delete: call('delete') } as Calls;
}
