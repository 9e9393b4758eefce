import { Readable } from 'node:stream';
import type { BlobFailed } from './blobs.ts';

/** The same bytes; what fails on their way fails as the store says it. */
export function failingAs(asBlobFailed: (error: unknown) => BlobFailed, source: Readable): Readable {
  const relay = Readable.from(relayed(source, asBlobFailed), { objectMode: false });
  relay.once('close', () => source.destroy());
  return relay;
}

async function* relayed(source: AsyncIterable<Buffer>, asBlobFailed: (error: unknown) => BlobFailed) {
  try {
    yield* source;
  } catch (error) {
    throw asBlobFailed(error);
  }
}
