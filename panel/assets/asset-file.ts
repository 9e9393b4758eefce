import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A file for browsers, kept in memory as it is sent. */
export type AssetFile = {
  path: string;
  /** As Express names it: `css`, `js`, `woff2`. */
  type: string;
  content: Buffer;
  /** The compressed content by the name of its encoding, the smallest first; empty when compressing gains nothing. */
  encoded: Record<string, Buffer>;
};

type File = { name: string; type: 'css' | 'js' | 'woff2'; content: string | Buffer };

/** Gives a file a path with the hash of its content, and compresses it as far as possible: that happens once a process. */
export function assetFile({ name, type, content }: File): AssetFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const encoded = type === 'woff2' ? {} : { br: brotliCompressSync(bytes), gzip: gzipSync(bytes, { level: 9 }) };
  return { path: `/arquivos/${name}-${hash}.${type}`, type, content: bytes, encoded };
}
