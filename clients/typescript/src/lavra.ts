import createClient from 'openapi-fetch';
import type { HttpMethod } from 'openapi-typescript-helpers';
import type { Fetch } from './attempt.ts';
import { type Calls, callsOf, type Send } from './calls.ts';
import { documents, type Documents } from './documents.ts';
import { type List, listOf } from './listing.ts';
import { type Patience, retrying } from './retrying.ts';

export type LavraOptions = Partial<Patience> & {
  /** Where the installation's API is, for example `https://lavra.example.com`. */
  baseUrl: string;
  /** A company's key (`ck_…`), or an office's (`ok_…`). */
  apiKey: string;
  /** Another `fetch`: for a proxy, or for tests. */
  fetch?: Fetch;
};

/** The API of an installation, as the company or the office of a key. */
export type Lavra = Calls & {
  list: List;
  /** The documents that the company issues. */
  documents: Documents;
};

const standard: Patience = { maxRetries: 4, maxPauseSeconds: 30, timeoutSeconds: 60 };

/**
 * Calls throw a `LavraError` for whatever is no success. What was refused for now (429, 503) is repeated, and where no answer came, reads
 * and what carries an Idempotency-Key.
 */
export function createLavra({ baseUrl, apiKey, fetch = globalThis.fetch, ...patience }: LavraOptions): Lavra {
  const client = createClient<Record<string, Record<HttpMethod, object>>>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    querySerializer: { array: { style: 'form', explode: false } }, // as the contract says of every list in a query
    fetch: retrying(fetch, { ...standard, ...patience }),
  });
  const send: Send = async (method, path, init) => (await client.request(method, path, init)).data;
  const [calls, list] = [callsOf(send), listOf(send)];
  return { ...calls, list, documents: documents(calls, list) };
}
