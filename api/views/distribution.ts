import type { Distribution, DistributionSource } from '../../domain/distribution/distribution.entity.ts';
import type { DistributionState } from '../../operations/distribution/state.ts';
import type { Schema } from '../operations.ts';

/** Where a company stands with both sources; at the top what NF-e says. */
export function distributionView({ rows, unasked }: DistributionState): Schema<'Distribution'> {
  const nfe = rows.NFE ? sourceView(rows.NFE) : unaskedView('NFE', unasked);
  const nfse = rows.NFSE ? sourceView(rows.NFSE) : unaskedView('NFSE', unasked);
  const { source: _source, unreadable: _unreadable, ...top } = nfe;
  const [nextSyncAllowedAt = top.nextSyncAllowedAt] = [nfe.nextSyncAllowedAt, nfse.nextSyncAllowedAt].toSorted();
  return { ...top, nextSyncAllowedAt, sources: [nfe, nfse] };
}

function sourceView(row: Distribution): Schema<'SourceState'> {
  return {
    source: row.source,
    nsu: String(row.lastNsu),
    maxNsu: row.maxNsu == null ? null : String(row.maxNsu),
    lastCStat: row.cStat ?? null,
    lastMessage: row.message ?? null,
    lastSyncAt: row.answeredAt?.toISOString() ?? null,
    nextSyncAllowedAt: row.notBefore.toISOString(),
    status: row.status,
    reason: row.reason ?? null,
    unreadable: row.unreadable,
  };
}

/** A source that was not asked yet. */
function unaskedView(source: DistributionSource, { now, reason }: DistributionState['unasked']): Schema<'SourceState'> {
  const never = { nsu: '0', maxNsu: null, lastCStat: null, lastMessage: null, lastSyncAt: null, unreadable: 0 };
  const status = reason === null ? 'ACTIVE' : 'PAUSED';
  return { source, ...never, nextSyncAllowedAt: now.toISOString(), status, reason };
}

/** A source as people call it. */
export const sourceTitles: Record<DistributionSource, string> = {
  NFE: 'Ambiente Nacional (NF-e)',
  NFSE: 'ADN (NFS-e)',
};
