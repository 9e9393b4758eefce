import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MasterKey } from './seal.ts';

/**
 * Writes and reads tokens that carry their content and a signature: nothing is stored, and a token is valid as long as the master key is the same.
 */
export type SignedToken = {
  /** A token with this content. */
  write(said: Buffer): string;
  /** The content of a token; null where the signature is not ours. */
  read(token: string): Buffer | null;
};

/**
 * Makes tokens of one kind.
 *
 * @param purpose the signing key is derived for it, so that a token of one purpose is not valid for another
 * @param length bytes of content in a token
 */
export function signedToken({ bytes }: MasterKey, purpose: string, length: number): SignedToken {
  const form = new RegExp(`^([\\w-]{${Math.ceil((length * 4) / 3)}})\\.([\\w-]{43})$`);
  const signatureOf = (said: string): Buffer => {
    const key = Buffer.from(hkdfSync('sha256', bytes, '', purpose, 32));
    return createHmac('sha256', key).update(said).digest();
  };
  return {
    write(content) {
      const said = content.toString('base64url');
      return `${said}.${signatureOf(said).toString('base64url')}`;
    },
    read(token) {
      const [, said = '', signature = ''] = form.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const expected = signatureOf(said);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return Buffer.from(said, 'base64url');
    },
  };
}

/** A UUID as its sixteen bytes. */
export function bytesOfUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** Sixteen bytes as a UUID. */
export function uuidOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
