import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MasterKey } from '../seal.ts';

const form = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * The secret of the address by which a person stops her mails without signing in: who she is, signed. It is in each of them, works as long as
 * the master key is the same, and can do nothing but that.
 */
export function stopTokenOf(key: MasterKey, personId: string): string {
  const id = Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${id}.${signatureOf(key, id).toString('base64url')}`;
}

/** Whose token it is; null where nobody here signed it. */
export function whoseStopToken(key: MasterKey, token: string): string | null {
  const [, id = '', signature = ''] = form.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(key, id);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const digits = Buffer.from(id, 'base64url').toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** By a key of its own: what is signed here is worth nothing elsewhere. */
function signatureOf({ bytes }: MasterKey, id: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', bytes, '', 'stop mails to people', 32));
  return createHmac('sha256', key).update(id).digest();
}
