import createClient from 'openapi-fetch';
import type { HttpMethod } from 'openapi-typescript-helpers';
import { admin, type Admin } from './admin.ts';
import type { Fetch } from './attempt.ts';
import { type Calls, callsOf, type Send } from './calls.ts';
import { documents, type Documents } from './documents.ts';
import { type List, listOf } from './listing.ts';
import { type Patience, retrying } from './retrying.ts';

export type LavraOptions = Omit<ConnectionOptions, 'apiKey'> & {
  /** A company's key (`ck_…`), or an office's (`ok_…`). */
  apiKey: string;
};

/** Where the installation is administered: by the panel's address, with an operator's key (`lk_…`). */
export type AdminOptions = ConnectionOptions;

/** The API of an installation, as the company or the office of a key. */
export type Lavra = Calls & {
  list: List;
  /** The documents that the company issues. */
  documents: Documents;
};

/**
 * Calls throw a `LavraError` for whatever is no success. What was refused for now (429, 503) is repeated, and where no answer came, reads
 * and what carries an Idempotency-Key.
 *
 * @param options.admin gives the client `admin`, too, for who operates the installation
 */
export function createLavra(options: LavraOptions & { admin: AdminOptions }): Lavra & { admin: Admin };
export function createLavra(options: LavraOptions): Lavra;
export function createLavra({
  admin: administered,
  ...options
}: LavraOptions & { admin?: AdminOptions }): Lavra & { admin?: Admin } {
  const send = connect(options);
  const [calls, list] = [callsOf(send), listOf(send)];
  const lavra = { ...calls, list, documents: documents(calls, list) };
  return administered ? { ...lavra, admin: createAdmin(administered) } : lavra;
}

/** The same for who only operates the installation, and has no key of a company. */
export function createAdmin(options: AdminOptions): Admin {
  return admin(connect(options));
}

type ConnectionOptions = Partial<Patience> & {
  /** Where it is, for example `https://lavra.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** Another `fetch`: for a proxy, or for tests. */
  fetch?: Fetch;
};

const standard: Patience = { maxRetries: 4, maxPauseSeconds: 30, timeoutSeconds: 60 };

/** Sends requests with a key, and throws a `LavraError` for whatever is no success. */
function connect({ baseUrl, apiKey, fetch = globalThis.fetch, ...patience }: ConnectionOptions): Send {
  const client = createClient<Record<string, Record<HttpMethod, object>>>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    querySerializer: { array: { style: 'form', explode: false } }, // as the contracts say of every list in a query
    fetch: retrying(fetch, { ...standard, ...patience }),
  });
  return async (method, path, init) => (await client.request(method, path, init)).data;
}
