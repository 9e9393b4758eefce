import type { BlobFailed } from '../../adapters/blobs/blobs.ts';
import type { PackProgress } from '../../domain/conversation/closing.ts';
import { waitOf } from '../../domain/conversation/wait-of.ts';
import type { ClosingParts } from './closing-parts.ts';
import { abandon } from './settle.ts';
import { explain } from './turn.ts';

/** What a fault of the store means for a closing: it waits until the store is back, unless what the store had of it is lost. */
export async function storeFault(parts: ClosingParts, closingId: string, error: BlobFailed): Promise<PackProgress> {
  const { fault, message: reason } = error;
  parts.logger.warn('the store could not take a part of a closing', { closingId, fault, error });
  if (fault === 'missing' || fault === 'damaged') {
    return { kind: 'settled', end: await abandon(parts, closingId, `${reason} Peça o fechamento do mês outra vez.`) };
  }
  const wait = { kind: 'wait', pause: 'store', reason } as const;
  await explain(parts, closingId, waitOf(wait));
  return wait;
}
