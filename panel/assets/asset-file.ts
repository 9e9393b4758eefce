import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A file for browsers, kept in memory as it is sent. */
export type AssetFile = {
  path: string;
  /** As Express names it: `css`, `js`, `woff2`. */
  type: string;
  content: Buffer;
  /** By the name of the encoding, the smallest first. Empty where there is nothing to gain. */
  encoded: Record<string, Buffer>;
};

type File = { name: string; type: 'css' | 'js' | 'woff2'; content: string | Buffer };

/** Gives a file an address with its content's hash, and squeezes it as far as it goes: it is done once a process. */
export function assetFile({ name, type, content }: File): AssetFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const encoded = type === 'woff2' ? {} : { br: brotliCompressSync(bytes), gzip: gzipSync(bytes, { level: 9 }) };
  return { path: `/arquivos/${name}-${hash}.${type}`, type, content: bytes, encoded };
}
