import { Readable } from 'node:stream';
import { gathered, zipOf } from '../../adapters/archives/zip.ts';
import type { File } from './files.ts';
import { runContestant } from './run-contestant.ts';

const chunkBytes = 64 * 1024;

await runContestant({
  lavra: (files) => zipOf(ready(files)),
  floor: (files) => Readable.from(joined(files), { objectMode: false, highWaterMark: chunkBytes }),
});

async function* ready(files: Iterable<File>) {
  for (const { name, modifiedAt, gzip, crc32, size } of files) yield { name, modifiedAt, gzip, crc32, size };
}

/** Concatenates the gzipped bytes. */
async function* joined(files: Iterable<File>) {
  const out = gathered();
  for (const { gzip } of files) {
    out.add(gzip);
    if (out.byteLength() >= chunkBytes) yield out.take();
  }
  yield out.take();
}
