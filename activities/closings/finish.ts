import type { Renderer } from '../../adapters/rendering/renderer.ts';
import { directoryOf } from '../../adapters/archives/directory.ts';
import type { StoredPart, StoredUpload } from '../../domain/closings/closing.entity.ts';
import type { PackProgress } from '../../domain/conversation/closing.ts';
import type { ClosingParts } from './closing-parts.ts';
import { manifestFiles } from './manifest-files.ts';
import type { WholeMonth } from './month-at-once.ts';
import { packedMembers } from './packed-rows.ts';
import type { Part } from './part.ts';
import { complete } from './settle.ts';
import { nextNumber, type Turn, withParts, writeUpload } from './turn.ts';

type Unfinished = { part: Part; upload: StoredUpload; month: WholeMonth };

/**
 * Writes what speaks of the others (manifest, page, directory) behind the files of a month, in further parts where it does not fit into this
 * one, and makes the ZIP whole.
 *
 * @throws BlobFailed
 */
export async function finish(
  parts: ClosingParts & { renderer: Renderer },
  turn: Turn,
  { part, upload, month }: Unfinished,
): Promise<PackProgress> {
  const { blobs, orm } = parts;
  const { blobKey, id } = turn.closing;
  const stored: StoredPart[] = [];
  let current = turn;
  async function store(): Promise<void> {
    stored.push(await blobs.put(blobKey, upload.uploadId, current.number, part.take()));
  }
  async function flow(bytes: Uint8Array): Promise<void> {
    part.add(bytes);
    if (part.byteLength() < blobs.minPartBytes) return;
    await store();
    current = await nextNumber(parts, current);
  }

  const documentCount = await manifestFiles(parts, { part, flow, turn: () => current, month });
  for await (const bytes of directoryOf(packedMembers(orm, id), part.offset())) await flow(bytes);
  if (part.byteLength() > 0) await store();

  const { asOf } = month;
  const whole = withParts(upload, stored);
  await writeUpload(parts, current, { upload: whole, asOf, documentCount });
  return seal(parts, { ...current, closing: Object.assign(current.closing, { asOf }) }, whole);
}

/** Makes the parts one file and ends the closing; after a crash, once more. @throws BlobFailed */
export async function seal(parts: ClosingParts, turn: Turn, upload: StoredUpload): Promise<PackProgress> {
  const file = await parts.blobs.complete(turn.closing.blobKey, upload);
  return { kind: 'settled', end: await complete(parts, turn, file) };
}
