import type { Distribution } from '../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { syncReceived } from '../../http/runs/sync-received.ts';
import { type DistributionState, distributionState } from '../../operations/distribution/distribution-rows.ts';
import { secondsToWait, type StartedSync, tooEarly } from '../../operations/distribution/sync.ts';
import { inCompany } from '../../operations/in-company.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

type DistributionOperations = 'getDistribution' | 'syncReceivedDocuments';

export function distributionHandlers(parts: ApiParts): Pick<Handlers, DistributionOperations> {
  const { orm } = parts;
  return {
    getDistribution: async (_req, res) => {
      const company = companyOf(res);
      const state = await inCompany(orm, company.id, (em) => distributionState(em, company, new Date()));
      res.json(distributionView(state));
    },

    syncReceivedDocuments: async (_req, res) => {
      const company = companyOf(res);
      const now = new Date();
      const asking = await syncReceived(parts, company, now);
      if (asking.sources.length === 0) throw refused(asking, now);
      const sources = asking.sources.map(({ source }) => source);
      const message = `Consulta pedida: ${sources.map((source) => sourceTitles[source]).join(' e ')}. O que vier aparece em instantes.`;
      res.status(202).json({ message, sources, nextSyncAllowedAt: asking.nextAllowedAt.toISOString() });
    },
  };
}

function refused(asking: StartedSync, now: Date): HttpRefusal {
  const { code, message } = tooEarly(asking, now);
  return new HttpRefusal(429, code, message, { 'Retry-After': String(secondsToWait(asking, now)) });
}

/** Where a company stands with both sources. The fields at the top repeat those of the NF-e, but for `nextSyncAllowedAt`, the earlier of both. */
function distributionView({ rows, unasked }: DistributionState): Schema<'DistributionState'> {
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

/** The fields of one source, which also stand at the top. */
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

/** A source that has not been asked yet. */
function unaskedView({ now, reason }: DistributionState['unasked']): StandingView {
  const never = { nsu: '0', maxNsu: null, lastCStat: null, lastMessage: null, lastSyncAt: null };
  return { ...never, nextSyncAllowedAt: now.toISOString(), status: reason === null ? 'ACTIVE' : 'PAUSED', reason };
}

/** The name of a source in sentences, in Portuguese. */
const sourceTitles: Record<DistributionSource, string> = {
  NFE: 'Ambiente Nacional (NF-e)',
  NFSE: 'ADN (NFS-e)',
};
