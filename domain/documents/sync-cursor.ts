import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { MasterKey } from '../seal.ts';

const position = z.discriminatedUnion('kind', [
  /** The synchronization begins: nothing was given yet. */
  z.strictObject({ kind: z.literal('BEGINNING'), since: z.number() }),
  /**
   * In the first part of a round: all changes up to and including `after` were given. Changes numbered above `horizon` came after the round began.
   */
  z.strictObject({
    kind: z.literal('SINCE'),
    since: z.number(),
    horizon: z.string(),
    after: z.tuple([z.string(), z.string()]),
  }),
  /** All changes up to and including this number were given. */
  z.strictObject({ kind: z.literal('CHANGES'), seq: z.string() }),
]);

/**
 * How far a caller has synchronized. `since` is in milliseconds since 1970. Numbers of changes are texts, because they may exceed the safe integers
 * of JavaScript. `after` is a change's moment, as PostgreSQL writes it, and its document's id.
 */
export type SyncPosition = z.infer<typeof position>;

/** The company and the filters for which a cursor is valid. */
export type CursorScope = { company: string; filters: Record<string, string | undefined> };

const version = 1;
const macBytes = 16;
const content = z.tuple([z.literal(version), z.string(), position]);

/** A position as callers keep it: a text that only we can write, valid for this company and these filters alone. */
export function writeCursor(key: MasterKey, scope: CursorScope, at: SyncPosition): string {
  const body = Buffer.from(JSON.stringify([version, fingerprint(scope.filters), at]));
  return Buffer.concat([mac(key, scope.company, body), body]).toString('base64url');
}

/**
 * The position in a cursor, or why it has none: `invalid` where it was not written here for this company, `filters` where its round began with other
 * filters.
 */
export function readCursor(key: MasterKey, scope: CursorScope, cursor: string): SyncPosition | 'invalid' | 'filters' {
  const bytes = Buffer.from(cursor, 'base64url');
  // The decoder skips characters outside its alphabet; only the text that was written counts.
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
