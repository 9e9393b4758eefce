import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MasterKey } from './seal.ts';

/** A kind of address that carries what it is about, signed: nothing of it is kept, and it works as long as the master key is the same. */
export type SignedToken = {
  /** The secret of an address. */
  write(said: Buffer): string;
  /** What a secret says; null where nobody here signed it. */
  read(token: string): Buffer | null;
};

/**
 * @param purpose what its key is derived for: what is signed for one purpose is worth nothing for another
 * @param length how many bytes it carries
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

/** A UUID in its sixteen bytes. */
export function bytesOfUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** Sixteen bytes as the UUID that they are. */
export function uuidOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
