import { fileURLToPath } from 'node:url';
import type { Blobs } from './blobs.ts';
import { diskBlobs } from './disk.ts';
import { s3Settings } from './s3-client.ts';
import { s3Blobs } from './s3.ts';

/**
 * The store that the setting names: `file:///a/folder`, or `s3://bucket/prefix`. Nothing is asked of it yet.
 *
 * @throws {Error} for an address that does not make sense
 */
export function openBlobs(url: string): Blobs {
  return new URL(url).protocol === 's3:' ? s3Blobs(s3Settings(url)) : diskBlobs(fileURLToPath(url));
}
