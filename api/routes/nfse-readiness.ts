import { inCompany } from '../../operations/in-company.ts';
import { nfseReadiness } from '../../operations/offices/nfse-readiness.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { nfseReadinessView } from '../views/nfse-readiness.ts';

export function nfseReadinessHandlers({ orm }: ApiParts): Pick<Handlers, 'getNfseReadiness'> {
  return {
    getNfseReadiness: async (_req, res) => {
      const caller = callerOf(res);
      const readiness = await inCompany(orm, caller.company.id, (em) => nfseReadiness(em, caller, new Date()));
      res.json(nfseReadinessView(readiness));
    },
  };
}
