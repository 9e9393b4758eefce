import { CancelledFailure, Context } from '@temporalio/activity';
import type { StoredUpload } from '../../domain/closings/closing.entity.ts';
import type { PackProgress, PageMark, Tally } from '../../domain/conversation/closing.ts';
import { waitOf } from '../../domain/conversation/wait-of.ts';
import type { Renderer } from '../../adapters/rendering/renderer.ts';
import type { ClosingParts } from './closing-parts.ts';
import { finish, seal } from './finish.ts';
import { keep } from './keep.ts';
import { lookAtMonth } from './month-at-once.ts';
import { readPage } from './page.ts';
import { openPart } from './part.ts';
import { packPage } from './pack-page.ts';
import { abandon } from './settle.ts';
import { explain, takeTurn, type Turn, withParts, writeUpload } from './turn.ts';

/**
 * Makes the next part of a closing's ZIP: reads documents that are not in it, page by page, until the part is large enough to be stored.
 * Where none are left the part is the last, with the manifest and the directory.
 *
 * @throws BlobFailed
 */
export async function packPart(parts: ClosingParts, closingId: string, after: PageMark | null): Promise<PackProgress> {
  const { renderer, blobs } = parts;
  const taken = await takeTurn(parts, closingId);
  if ('refused' in taken) return { kind: 'settled', end: await abandon(parts, closingId, taken.refused) };
  if ('ended' in taken) return { kind: 'settled', end: taken.ended === 'COMPLETED' ? 'COMPLETED' : 'FAILED' };
  if (!renderer) {
    const mend = { kind: 'mend', reason: noBrowser, waitKind: 'OURS' } as const;
    await explain(parts, closingId, waitOf(mend));
    return mend;
  }
  // Rather than to draw a part for a store that is still away.
  if (taken.closing.waitingFor) await blobs.check();
  if (taken.closing.asOf && taken.upload) return seal(parts, taken, taken.upload);
  const { turn, upload } = await withUpload(parts, taken);
  return packUntilFull({ ...parts, renderer }, turn, { upload, after });
}

const noBrowser =
  'O worker não tem navegador para desenhar os PDFs e a página do fechamento (PUPPETEER_EXECUTABLE_PATH).';

async function withUpload(parts: ClosingParts, turn: Turn): Promise<{ turn: Turn; upload: StoredUpload }> {
  if (turn.upload) return { turn, upload: turn.upload };
  const upload = { uploadId: await parts.blobs.begin(turn.closing.blobKey), parts: [] };
  return { turn: await writeUpload(parts, turn, { upload }), upload };
}

async function packUntilFull(
  parts: ClosingParts & { renderer: Renderer },
  turn: Turn,
  { upload, after }: { upload: StoredUpload; after: PageMark | null },
): Promise<PackProgress> {
  const { closing } = turn;
  const part = openPart(upload.parts.reduce((sum, { size }) => sum + size, 0));
  let mark = after;
  for (;;) {
    goOnOnlyIfWanted();
    const page = await readPage(parts, turn, mark);
    let tally: Tally | null = null;
    if (page) {
      tally = await keep(parts, turn, await packPage(parts.renderer, part, page, closing));
      mark = page.after;
    } else if (mark) {
      mark = null; // from the top once more: documents may have been cancelled or authorized behind us
    } else {
      const look = await lookAtMonth(parts, turn);
      if (look.missing === null) return finish(parts, turn, { part, upload, month: look.month });
      if (look.missing !== 'documents') {
        tally = await keep(parts, turn, { documents: [], members: await part.write(look.missing) });
      }
    }
    if (tally && part.byteLength() >= parts.blobs.minPartBytes) {
      const stored = await parts.blobs.put(closing.blobKey, upload.uploadId, turn.number, part.take());
      await writeUpload(parts, turn, { upload: withParts(upload, [stored]) });
      return { kind: 'packed', after: mark, ...tally };
    }
  }
}

/** A worker that stops lets what is being drawn end, and no more. */
function goOnOnlyIfWanted(): void {
  const context = Context.current();
  context.heartbeat();
  if (context.cancellationSignal.aborted) throw new CancelledFailure('the worker stops, or the closing has ended');
}
