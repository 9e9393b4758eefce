import { CancelledFailure, Context } from '@temporalio/activity';
import { directoryOf } from '../../adapters/archives/zip.ts';
import type { Renderer } from '../../adapters/rendering/renderer.ts';
import type { StoredPart, StoredUpload } from '../../domain/closings/closing.entity.ts';
import type { PackProgress, PageMark, ClosingCounts } from '../../domain/conversation/pack-progress.ts';
import { waitOf } from '../../domain/conversation/wait-of.ts';
import { manifestFiles } from './manifest-files.ts';
import { lookAtMonth, type WholeMonth } from './month-at-once.ts';
import { packedMembers } from './packed-rows.ts';
import { packPage, readPage } from './page.ts';
import { recordPacked, openPart, type ZipPart } from './part.ts';
import { abandon, complete } from './settle.ts';
import {
  type ZipParts,
  explainClosing,
  nextNumber,
  takeTurn,
  type ClosingTurn,
  withParts,
  writeUpload,
} from './turn.ts';

/**
 * Makes the next part of a closing's ZIP: reads documents that are not in the ZIP, page by page, until the part is large enough to be stored. Once
 * no document is left, the part is the last one and gets the manifest and the directory.
 *
 * @throws BlobFailed
 */
export async function packPart(parts: ZipParts, closingId: string, after: PageMark | null): Promise<PackProgress> {
  const { renderer, blobs } = parts;
  const taken = await takeTurn(parts, closingId);
  if ('refused' in taken) return { kind: 'settled', end: await abandon(parts, closingId, taken.refused) };
  if ('ended' in taken) return { kind: 'settled', end: taken.ended === 'COMPLETED' ? 'COMPLETED' : 'FAILED' };
  if (!renderer) {
    const mend = { kind: 'mend', reason: noBrowser, waitKind: 'OURS' } as const;
    await explainClosing(parts, closingId, waitOf(mend));
    return mend;
  }
  // A part is not drawn for a store that is still away.
  if (taken.closing.waitingFor) await blobs.check();
  if (taken.closing.asOf && taken.upload) return seal(parts, taken, taken.upload);
  const { turn, upload } = await withUpload(parts, taken);
  return packUntilFull({ ...parts, renderer }, turn, { upload, after });
}

const noBrowser =
  'O worker não tem navegador para desenhar os PDFs e a página do fechamento (PUPPETEER_EXECUTABLE_PATH).';

async function withUpload(parts: ZipParts, turn: ClosingTurn): Promise<{ turn: ClosingTurn; upload: StoredUpload }> {
  if (turn.upload) return { turn, upload: turn.upload };
  const upload = { uploadId: await parts.blobs.begin(turn.closing.blobKey), parts: [] };
  return { turn: await writeUpload(parts, turn, { upload }), upload };
}

async function packUntilFull(
  parts: ZipParts & { renderer: Renderer },
  turn: ClosingTurn,
  { upload, after }: { upload: StoredUpload; after: PageMark | null },
): Promise<PackProgress> {
  const { closing } = turn;
  const part = openPart(upload.parts.reduce((sum, { size }) => sum + size, 0));
  let mark = after;
  for (;;) {
    goOnOnlyIfWanted();
    const page = await readPage(parts, turn, mark);
    let tally: ClosingCounts | null = null;
    if (page) {
      tally = await recordPacked(parts, turn, await packPage(parts.renderer, part, page, closing));
      mark = page.after;
    } else if (mark) {
      mark = null; // Reads once more from the start: documents already passed may have been cancelled or authorized meanwhile
    } else {
      const look = await lookAtMonth(parts, turn);
      if (look.missing === null) return finish(parts, turn, { part, upload, month: look.month });
      if (look.missing !== 'documents') {
        tally = await recordPacked(parts, turn, { documents: [], members: await part.write(look.missing) });
      }
    }
    if (tally && part.byteLength() >= parts.blobs.minPartBytes) {
      const stored = await parts.blobs.put(closing.blobKey, upload.uploadId, turn.number, part.take());
      await writeUpload(parts, turn, { upload: withParts(upload, [stored]) });
      return { kind: 'packed', after: mark, ...tally };
    }
  }
}

/** Sends a heartbeat. A worker that stops finishes the page that it draws and starts no other. */
function goOnOnlyIfWanted(): void {
  const context = Context.current();
  context.heartbeat();
  if (context.cancellationSignal.aborted) throw new CancelledFailure('the worker stops, or the closing has ended');
}

type LastPart = { part: ZipPart; upload: StoredUpload; month: WholeMonth };

/**
 * Writes the files that list the others (manifest, page, directory) behind the files of a month, in further parts where they do not fit into this
 * one, and completes the ZIP.
 *
 * @throws BlobFailed
 */
async function finish(
  parts: ZipParts & { renderer: Renderer },
  turn: ClosingTurn,
  { part, upload, month }: LastPart,
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

/** Joins the parts into one file and ends the closing; repeating it after a crash is safe. @throws BlobFailed */
async function seal(parts: ZipParts, turn: ClosingTurn, upload: StoredUpload): Promise<PackProgress> {
  const file = await parts.blobs.complete(turn.closing.blobKey, upload);
  return { kind: 'settled', end: await complete(parts, turn, file) };
}
