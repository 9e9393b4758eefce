import type { Distribution } from '../../domain/distribution/distribution.entity.ts';
import type { DistributionSource } from '../../domain/distribution/words.ts';
import type { DistributionState } from '../../operations/distribution/state.ts';
import type { Schema } from '../operations.ts';

/** Where a company stands with both sources; at the top what NF-e says. */
export function distributionView({ rows, unasked }: DistributionState): Schema<'DistributionState'> {
  const nfe = rows.NFE ? standingView(rows.NFE) : unaskedView(unasked);
  const nfse = rows.NFSE ? standingView(rows.NFSE) : unaskedView(unasked);
  const [nextSyncAllowedAt = nfe.nextSyncAllowedAt] = [nfe.nextSyncAllowedAt, nfse.nextSyncAllowedAt].toSorted();
  return {
    ...nfe,
    nextSyncAllowedAt,
    sources: [
      { source: 'NFE', ...nfe, unreadable: rows.NFE?.unreadable ?? 0 },
      { source: 'NFSE', ...nfse, unreadable: rows.NFSE?.unreadable ?? 0 },
    ],
  };
}

/** What is said of one source and at the top alike. */
type StandingView = Omit<Schema<'DistributionState'>, 'sources'>;

function standingView(row: Distribution): StandingView {
  return {
    nsu: String(row.lastNsu),
    maxNsu: row.maxNsu == null ? null : String(row.maxNsu),
    lastCStat: row.cStat ?? null,
    lastMessage: row.message ?? null,
    lastSyncAt: row.answeredAt?.toISOString() ?? null,
    nextSyncAllowedAt: row.notBefore.toISOString(),
    status: row.status,
    reason: row.reason ?? null,
  };
}

/** A source that was not asked yet. */
function unaskedView({ now, reason }: DistributionState['unasked']): StandingView {
  const never = { nsu: '0', maxNsu: null, lastCStat: null, lastMessage: null, lastSyncAt: null };
  return { ...never, nextSyncAllowedAt: now.toISOString(), status: reason === null ? 'ACTIVE' : 'PAUSED', reason };
}

/** A source as people call it. */
export const sourceTitles: Record<DistributionSource, string> = {
  NFE: 'Ambiente Nacional (NF-e)',
  NFSE: 'ADN (NFS-e)',
};
