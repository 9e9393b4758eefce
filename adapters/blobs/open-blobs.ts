import { fileURLToPath } from 'node:url';
import type { Blobs } from './blobs.ts';
import { diskBlobs } from './disk.ts';
import { minPartBytes, type S3Settings, s3Settings } from './s3-settings.ts';

/**
 * The store that the setting names: `file:///a/folder`, or `s3://bucket/prefix`. Makes no request yet.
 *
 * @throws {Error} for an address that is not valid
 */
export function openBlobs(url: string): Blobs {
  return new URL(url).protocol === 's3:' ? lateS3(s3Settings(url)) : diskBlobs(fileURLToPath(url));
}

/** A bucket whose client is loaded with the first request, because the AWS SDK is a large part of what a process would load at its start. */
function lateS3(settings: S3Settings): Blobs {
  let opening: Promise<Blobs> | undefined;
  const opened = (): Promise<Blobs> => (opening ??= import('./s3.ts').then(({ s3Blobs }) => s3Blobs(settings)));
  return {
    minPartBytes,
    begin: async (...asked) => (await opened()).begin(...asked),
    put: async (...asked) => (await opened()).put(...asked),
    complete: async (...asked) => (await opened()).complete(...asked),
    abort: async (...asked) => (await opened()).abort(...asked),
    read: async (...asked) => (await opened()).read(...asked),
    remove: async (...asked) => (await opened()).remove(...asked),
    link: async (...asked) => (await opened()).link(...asked),
    sweep: async (...asked) => (await opened()).sweep(...asked),
    check: async () => (await opened()).check(),
    close: () => void opening?.then((store) => store.close()),
  };
}
