import { usualWaitSeconds } from '../../domain/distribution/pace.ts';
import { DomainError } from '../../domain/errors.ts';
import { distributionState } from '../../operations/distribution/state.ts';
import { type StartedSync, askNow, notAsked, secondsToWait, tooEarly } from '../../operations/distribution/sync.ts';
import { inCompany } from '../../operations/in-company.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { wakeDistribution } from '../../temporal/start.ts';
import { HttpRefusal } from '../http-refusal.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { distributionView, sourceTitles } from '../views/distribution.ts';

type DistributionOperations = 'getDistribution' | 'syncReceivedDocuments';

export function distributionHandlers(parts: ApiParts): Pick<Handlers, DistributionOperations> {
  const { orm, distributionWaitSeconds: waitSeconds = usualWaitSeconds } = parts;
  return {
    getDistribution: async (_req, res) => {
      const company = companyOf(res);
      const state = await inCompany(orm, company.id, (em) => distributionState(em, company, new Date()));
      res.json(distributionView(state));
    },

    syncReceivedDocuments: async (_req, res) => {
      const company = companyOf(res);
      const now = new Date();
      const asking = await inCompany(orm, company.id, (em) => askNow(em, { company, now, waitSeconds }));
      if (asking.sources.length === 0) throw refused(asking, now);
      await wake(parts, company.id, asking);
      const sources = asking.sources.map(({ source }) => source);
      const message = `Consulta pedida: ${sources.map((source) => sourceTitles[source]).join(' e ')}. O que vier aparece em instantes.`;
      res.status(202).json({ message, sources, nextSyncAllowedAt: asking.nextAllowedAt.toISOString() });
    },
  };
}

async function wake({ orm, temporal }: ApiParts, companyId: string, asking: StartedSync): Promise<void> {
  try {
    await Promise.all(asking.sources.map((source) => wakeDistribution(temporal, source)));
  } catch (cause) {
    await inCompany(orm, companyId, (em) => notAsked(em, asking));
    if (!(cause instanceof TemporalUnavailable)) throw cause;
    const message = 'Nada foi consultado ainda: a fila de consultas não responde. Tente de novo em instantes.';
    throw new DomainError('service_unavailable', message, { cause });
  }
}

function refused(asking: StartedSync, now: Date): HttpRefusal {
  const { code, message } = tooEarly(asking, now);
  return new HttpRefusal(429, code, message, { 'Retry-After': String(secondsToWait(asking, now)) });
}
