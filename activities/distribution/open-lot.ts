import type { LotEntry } from '../../domain/conversation/distribution.ts';
import type { DistributionSource } from '../../domain/distribution/distribution.entity.ts';

/** One entry of a lot, as it is kept. */
export type OpenedEntry = { nsu: bigint; schema: string; bytes: Buffer };

/** Opens the entries of a lot. */
export async function openLot(_source: DistributionSource, entries: LotEntry[]): Promise<OpenedEntry[]> {
  return entries.map(({ nsu, schema, content }) => ({ nsu, schema, bytes: Buffer.from(content, 'base64') }));
}
