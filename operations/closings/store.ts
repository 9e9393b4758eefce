import { BlobFailed, type Blobs } from '../../adapters/blobs/blobs.ts';
import type { Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';

/** What the operations on closings work with. */
export type ClosingParts = {
  orm: Orm;
  /** Where the ZIPs of closings lie. */
  blobs: Blobs;
};

/**
 * Runs a request to the store, and turns its faults into errors for our callers.
 *
 * @throws DomainError `not_found` where the file is gone, `service_unavailable` where the store cannot be reached
 */
export async function reachingStore<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof BlobFailed)) throw cause;
    if (cause.fault === 'missing') throw fileDeleted({ cause });
    const message = 'O armazenamento dos arquivos está indisponível. Tente de novo em instantes.';
    throw new DomainError('service_unavailable', message, { cause });
  }
}

/** The error for a ZIP that was deleted after its retention. */
export function fileDeleted(options?: ErrorOptions): DomainError {
  const message = 'O arquivo deste fechamento já foi apagado. Feche o mês de novo para ter outro.';
  return new DomainError('not_found', message, options);
}
