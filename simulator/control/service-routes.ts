import { z } from 'zod';
import { outage, outageOrder } from '../availability/outage.ts';
import { authorizerNames, part, stateName } from '../availability/scope.ts';
import { serviceStatuses } from '../availability/service-states.ts';
import { endAfter } from '../availability/settings.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

const authorizer = z.enum(authorizerNames);
const order = z.strictObject({
  ...part,
  status: z.enum(serviceStatuses),
  /** Only the issuers of this state, as a contingency is switched on for one. */
  state: stateName.optional(),
  /** Then it is as it was before. */
  forSeconds: z.number().nonnegative().optional(),
});

/** How the services of each authorizer stand, and the outages of states that end by themselves. */
export function serviceRoutes({ serviceStates, clock }: Pick<TaxAuthority, 'serviceStates' | 'clock'>): ControlRoute[] {
  const all = pattern('/services');
  const current = (): object => serviceStates.current(clock.now());
  return [
    { method: 'GET', path: all, handle: current },
    {
      method: 'DELETE',
      path: all,
      handle() {
        serviceStates.clear();
        return current();
      },
    },
    {
      method: 'PUT',
      path: pattern('/services/:id'),
      handle({ parameter, body }) {
        const { forSeconds, ...state } = order.parse(body);
        const now = clock.now();
        const value = { authorizer: authorizer.parse(parameter), ...state };
        serviceStates.add({ value, from: now.getTime(), until: endAfter(now, forSeconds) });
        return current();
      },
    },
    {
      method: 'POST',
      path: pattern('/outages'),
      handle({ body }) {
        serviceStates.add(...outage(outageOrder.parse(body), clock.now()));
        return current();
      },
    },
  ];
}
