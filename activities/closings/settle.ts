import { LockMode } from '@mikro-orm/core';
import { ClosingDocument, ClosingMember } from '../../domain/closings/closing-files.entity.ts';
import { Closing, type StoredUpload } from '../../domain/closings/closing.entity.ts';
import type { ClosingEnd } from '../../domain/conversation/progress.ts';
import { recordClosed, type Transaction } from '../../operations/outbox.ts';
import { transactAndWake } from '../wake.ts';
import type { ZipParts, ClosingTurn } from './turn.ts';

const dayMs = 24 * 3_600_000;

/** Ends a closing whose ZIP is complete and was read back. @throws Error where the turn has ended */
export async function complete(
  parts: Pick<ZipParts, 'orm' | 'logger' | 'metrics' | 'now' | 'closingRetentionDays'>,
  { closing: { id, asOf }, number }: ClosingTurn,
  { size, sha256 }: { size: number; sha256: string },
): Promise<ClosingEnd> {
  const how = await transactAndWake(parts, async (tx) => {
    const where = { id, turn: number, status: 'RUNNING' } as const;
    const closing = await tx.em.findOne(Closing, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!closing) throw new Error(`turn ${number} of closing ${id} has ended`);
    const completedAt = parts.now();
    const expiresAt = new Date(completedAt.getTime() + parts.closingRetentionDays * dayMs);
    closing.complete({ fileSize: size, sha256, asOf: closing.asOf ?? asOf ?? completedAt, completedAt, expiresAt });
    return end(tx, closing, 'COMPLETED');
  });
  parts.logger.info('closing ended', { status: how, size });
  return how;
}

/** Ends a closing without a ZIP, unless it has ended. @returns how it ended */
export async function abandon(
  parts: Pick<ZipParts, 'orm' | 'logger' | 'metrics' | 'blobs'>,
  closingId: string,
  reason: string,
): Promise<ClosingEnd> {
  const abandoned: { blobKey: string; upload: StoredUpload }[] = [];
  const how = await transactAndWake(parts, async (tx) => {
    const closing = await tx.em.findOne(
      Closing,
      { id: closingId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['upload'] },
    );
    if (closing?.status !== 'PENDING' && closing?.status !== 'RUNNING') {
      return closing?.status === 'COMPLETED' ? 'COMPLETED' : 'FAILED';
    }
    const { blobKey, upload } = closing;
    if (upload) abandoned.push({ blobKey, upload });
    closing.fail(reason);
    return end(tx, closing, 'FAILED');
  });
  for (const { blobKey, upload } of abandoned) {
    // Where the store is away, `sweepStore` removes later what stays behind.
    await parts.blobs.abort(blobKey, upload.uploadId).catch((error: unknown) => {
      parts.logger.warn('the parts of a closing that failed are still in the store', { closingId, error });
    });
  }
  parts.logger.warn('closing ended', { status: how, reason });
  return how;
}

async function end({ em, endpoints }: Transaction, closing: Closing, how: ClosingEnd): Promise<ClosingEnd> {
  for (const endpoint of await recordClosed(em, closing)) endpoints.add(endpoint);
  await em.nativeDelete(ClosingMember, { closing: closing.id });
  await em.nativeDelete(ClosingDocument, { closing: closing.id });
  return how;
}
