import type { BlobFailed, BlobFault } from '../../adapters/blobs/blobs.ts';
import type { PackProgress } from '../../domain/closings/packing.ts';
import type { ClosingParts } from './closing-parts.ts';
import { abandon } from './settle.ts';
import { explain } from './turn.ts';

const passing: Partial<Record<BlobFault, string>> = {
  away: 'O armazenamento dos arquivos não responde.',
  full: 'O armazenamento dos arquivos está cheio.',
  refused: 'O armazenamento dos arquivos recusa o acesso: a pasta, o bucket ou as credenciais precisam de conserto.',
};

/** What a fault of the store means for a closing: it waits until the store is back, or what the store had of it is lost. */
export async function storeFault(parts: ClosingParts, closingId: string, error: BlobFailed): Promise<PackProgress> {
  const reason = passing[error.fault];
  parts.logger.warn('the store could not take a part of a closing', { closingId, fault: error.fault, error });
  if (reason === undefined) return { kind: 'settled', end: await abandon(parts, closingId, lost[error.fault]) };
  await explain(parts, closingId, reason);
  return { kind: 'wait', pause: 'store', reason };
}

const again = 'Peça o fechamento do mês outra vez.';
const lost: Record<BlobFault, string> = {
  away: again,
  full: again,
  refused: again,
  missing: `Uma parte do arquivo se perdeu no armazenamento. ${again}`,
  damaged: `O arquivo lido de volta do armazenamento não é o que foi gravado. ${again}`,
};
