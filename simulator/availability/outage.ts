import table from '../../tables/endpoints.json' with { type: 'json' };
import { z } from 'zod';
import { part, stateName } from './scope.ts';
import type { ServiceState, ServiceStatus } from './service-states.ts';
import type { Setting } from './settings.ts';

/** What `POST /outages` takes. */
export const outageOrder = z.strictObject({
  ...part,
  state: stateName,
  /** How long the state's own authorizer is away. */
  seconds: z.number().nonnegative(),
  /** How long the contingency announces its end after that (113): 15 minutes (MOC 7.0 Anexo III, 2.1.3.3). */
  closingSeconds: z.number().nonnegative().default(900),
  /** Whether the state's authority switches its contingency on. */
  svc: z.boolean().default(true),
});
export type OutageOrder = z.infer<typeof outageOrder>;

type States = Readonly<Record<string, string>>;

const models: Readonly<Record<'55' | '65', States>> = table.authorizer;
const contingencies: Readonly<Record<'PRODUCTION' | 'HOMOLOGATION', States>> = {
  PRODUCTION: table.svcContingency.production,
  HOMOLOGATION: table.svcContingency.homologation,
};

/**
 * A state's authorizer is away for a while (108). Meanwhile its contingency takes NF-e (107); NFC-e have none. Then the
 * state is back, and the contingency says that it ends (113), and ends (114).
 */
export function outage(order: OutageOrder, at: Date): Setting<ServiceState>[] {
  const { state, model, environment, svc } = order;
  const begin = at.getTime();
  const back = begin + order.seconds * 1000;
  const closed = back + order.closingSeconds * 1000;
  const away = (['55', '65'] as const)
    .filter((one) => model === undefined || one === model)
    .map((one): Setting<ServiceState> => ({
      value: { authorizer: models[one][state] ?? '', status: 'PAUSED', state, model: one, environment },
      from: begin,
      until: back,
    }));
  if (!svc || model === '65') return away;
  const instead = (['PRODUCTION', 'HOMOLOGATION'] as const)
    .filter((one) => environment === undefined || one === environment)
    .flatMap((one) => {
      const authorizer = contingencies[one][state] ?? '';
      const during = (status: ServiceStatus, from: number, until: number): Setting<ServiceState> => ({
        value: { authorizer, status, state, model: '55', environment: one },
        from,
        until,
      });
      return [during('OPERATING', begin, back), during('CLOSING', back, closed), during('OFF', closed, Infinity)];
    });
  return [...away, ...instead];
}
