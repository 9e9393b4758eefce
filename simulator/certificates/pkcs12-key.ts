import { createHash } from 'node:crypto';

/** What a derived key is for: encryption, the initial vector, or the integrity check. */
export type Pkcs12Purpose = 'key' | 'iv' | 'mac';

const diversifier = { key: 1, iv: 2, mac: 3 } as const;
const block = 64;

/** Key of `size` bytes (at most 20) from a password, the SHA-1 way of old PKCS#12 files (RFC 7292, appendix B.2). */
export function pkcs12Key(password: string, salt: Buffer, count: number, purpose: Pkcs12Purpose, size: number): Buffer {
  const name = Buffer.alloc(block, diversifier[purpose]);
  const words = Buffer.from(`${password}\0`, 'utf16le').swap16();
  let digest = createHash('sha1')
    .update(Buffer.concat([name, filled(salt), filled(words)]))
    .digest();
  for (let round = 1; round < count; round += 1) digest = createHash('sha1').update(digest).digest();
  return digest.subarray(0, size);
}

function filled(source: Buffer): Buffer {
  return Buffer.alloc(Math.ceil(source.length / block) * block, source);
}
