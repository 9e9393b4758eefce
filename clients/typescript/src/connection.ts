import createClient from 'openapi-fetch';
import type { HttpMethod } from 'openapi-typescript-helpers';
import type { Fetch } from './attempt.ts';
import type { Send } from './calls.ts';
import { type Patience, retrying } from './retrying.ts';

export type ConnectionOptions = Partial<Patience> & {
  /** Where it is, for example `https://lavra.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** Another `fetch`: for a proxy, or for tests. */
  fetch?: Fetch;
};

const standard: Patience = { maxRetries: 4, maxPauseSeconds: 30, timeoutSeconds: 60 };

/** Sends requests with a key, and throws a `LavraError` for whatever is no success. */
export function connect({ baseUrl, apiKey, fetch = globalThis.fetch, ...patience }: ConnectionOptions): Send {
  const client = createClient<Record<string, Record<HttpMethod, object>>>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    querySerializer: { array: { style: 'form', explode: false } }, // as the contracts say of every list in a query
    fetch: retrying(fetch, { ...standard, ...patience }),
  });
  return async (method, path, init) => (await client.request(method, path, init)).data;
}
