import { BlobFailed } from '../../adapters/blobs/blobs.ts';
import { DomainError } from '../../domain/errors.ts';
import { fileDeleted } from './file-deleted.ts';

/**
 * Asks the store, and tells a caller of ours what came of it.
 *
 * @throws DomainError `not_found` where the file is gone, `service_unavailable` where the store cannot be asked
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
