import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { MasterKey } from '../seal.ts';

const position = z.discriminatedUnion('kind', [
  /** Nothing was given yet. */
  z.strictObject({ kind: z.literal('BEGINNING'), since: z.number() }),
  /** In the first part of a round, behind this change; numbers up to the horizon were given when the round began. */
  z.strictObject({
    kind: z.literal('SINCE'),
    since: z.number(),
    horizon: z.string(),
    after: z.tuple([z.string(), z.string()]),
  }),
  /** Behind this number. */
  z.strictObject({ kind: z.literal('CHANGES'), seq: z.string() }),
]);

/**
 * Where somebody who synchronizes stands. `since` is in milliseconds since 1970; numbers of changes are texts, as they may be longer than
 * those of JavaScript; a change is its moment in PostgreSQL's writing and the document's id.
 */
export type SyncPosition = z.infer<typeof position>;

/** What a cursor holds for: a company, and the filters with which its round began. */
export type CursorScope = { company: string; filters: Record<string, string | undefined> };

const version = 1;
const macBytes = 16;
const content = z.tuple([z.literal(version), z.string(), position]);

/** A position as callers keep it: a text that only we can write, and that holds for this company and these filters alone. */
export function writeCursor(key: MasterKey, scope: CursorScope, at: SyncPosition): string {
  const body = Buffer.from(JSON.stringify([version, fingerprint(scope.filters), at]));
  return Buffer.concat([mac(key, scope.company, body), body]).toString('base64url');
}

/**
 * The position in a cursor, or what is wrong with it: `invalid` where we did not write it so for this company, `filters` where its round has
 * others.
 */
export function readCursor(key: MasterKey, scope: CursorScope, cursor: string): SyncPosition | 'invalid' | 'filters' {
  const bytes = Buffer.from(cursor, 'base64url');
  // The decoder skips what it does not know: only one writing of a cursor is one.
  if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return 'invalid';
  const body = bytes.subarray(macBytes);
  if (!timingSafeEqual(bytes.subarray(0, macBytes), mac(key, scope.company, body))) return 'invalid';
  const read = content.safeParse(JSON.parse(body.toString()));
  if (!read.success) return 'invalid';
  const [, filters, at] = read.data;
  return filters === fingerprint(scope.filters) ? at : 'filters';
}

function mac(key: MasterKey, company: string, body: Buffer): Buffer {
  const derived = Buffer.from(hkdfSync('sha256', key.bytes, '', 'lavra cursor', 32));
  return createHmac('sha256', derived).update(`${company}|`).update(body).digest().subarray(0, macBytes);
}

function fingerprint(filters: CursorScope['filters']): string {
  const sent = Object.entries(filters).filter(([, value]) => value !== undefined);
  const inOrder = sent.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url').slice(0, 11);
}
