import { inCompany } from '../../../operations/in-company.ts';
import { nfseReadiness } from '../../../operations/offices/nfse-readiness.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { askMunicipality } from '../../../temporal/start.ts';
import { callerOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { nfseReadinessView } from '../../views/nfse-readiness.ts';

/** How long a request waits for a worker to ask about the municipality, which itself gives up after three seconds. */
const patienceMs = 5_000;

export function nfseReadinessHandlers({ orm, temporal }: ApiParts): Pick<Handlers, 'getNfseReadiness'> {
  return {
    getNfseReadiness: async (_req, res) => {
      const caller = callerOf(res);
      const { id: companyId, taxId: companyTaxId } = caller.company;
      const look = () => inCompany(orm, companyId, (em) => nfseReadiness(em, caller, new Date()));
      let readiness = await look();
      if (readiness.isToAsk) {
        await askMunicipality(temporal, { companyId, companyTaxId }, patienceMs).catch((error: unknown) => {
          if (!(error instanceof TemporalUnavailable)) throw error;
          res.locals.log.warn('nobody could ask about a municipality', { companyId, error });
        });
        readiness = await look();
      }
      res.json(nfseReadinessView(readiness));
    },
  };
}
