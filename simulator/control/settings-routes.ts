import { z } from 'zod';
import table from '../../tables/endpoints.json' with { type: 'json' };
import {
  authorizerNames,
  endAfter,
  lineStates,
  outage,
  outageOrder,
  part,
  serviceStatuses,
  type Settings,
  stateName,
} from '../availability.ts';
import type { Clock } from '../clock.ts';
import { publishedOptions, stateOptionNames } from '../rules/rule.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { type ControlRoute, pattern } from './route.ts';

const clockOrder = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ aheadSeconds: z.number() }),
]);

/** The routes about the authority's clock, which all its deadlines depend on. */
export function clockRoutes(clock: Clock): ControlRoute[] {
  const path = pattern('/clock');
  const reading = (): object => ({ now: clock.now().toISOString(), aheadSeconds: clock.aheadSeconds });
  return [
    { method: 'GET', path, handle: reading },
    {
      method: 'PUT',
      path,
      handle({ body }) {
        const order = clockOrder.parse(body);
        if ('now' in order) clock.set(new Date(order.now));
        else clock.advance(order.aheadSeconds);
        return reading();
      },
    },
    {
      method: 'DELETE',
      path,
      handle() {
        clock.reset();
        return reading();
      },
    },
  ];
}

const stateOptionOrder = z.partialRecord(z.enum(stateOptionNames), z.array(z.enum(Object.keys(table.cUF))));

/**
 * The routes about options that states decide for themselves: for each option, the states that chose it. Options that a change leaves out
 * stay as they are.
 */
export function stateOptionRoutes({ stateOptions }: Pick<TaxAuthority, 'stateOptions'>): ControlRoute[] {
  const path = pattern('/state-options');
  const change = (options: typeof stateOptions.current): object => (stateOptions.current = options);
  return [
    { method: 'GET', path, handle: () => stateOptions.current },
    {
      method: 'PUT',
      path,
      handle: ({ body }) => change({ ...stateOptions.current, ...stateOptionOrder.parse(body) }),
    },
    { method: 'DELETE', path, handle: () => change(publishedOptions) },
  ];
}

/** For how long a value holds; afterwards the one before it holds again. */
const duration = { forSeconds: z.number().nonnegative().optional() };
const authorizerName = z.enum(authorizerNames);
const serviceOrder = z.strictObject({
  ...part,
  status: z.enum(serviceStatuses),
  /** Only the issuers of this state: a contingency is switched on state by state. */
  state: stateName.optional(),
  ...duration,
});
const lineOrder = z.strictObject({ ...part, line: z.enum(lineStates), ...duration });

/** The routes about the status of each authorizer's services, and about outages of a state that end by themselves. */
export function serviceRoutes({ serviceStates, clock }: Pick<TaxAuthority, 'serviceStates' | 'clock'>): ControlRoute[] {
  return [
    ...availabilityRoutes('/services', serviceStates, serviceOrder, clock),
    {
      method: 'POST',
      path: pattern('/outages'),
      handle({ body }) {
        serviceStates.add(...outage(outageOrder.parse(body), clock.now()));
        return serviceStates.current(clock.now());
      },
    },
  ];
}

/** The routes about the network lines to the authorizers, which can be cut one by one. */
export function lineRoutes(
  { lines, clock }: Pick<TaxAuthority, 'lines' | 'clock'>,
  changed: () => void,
): ControlRoute[] {
  return availabilityRoutes('/lines', lines, lineOrder, clock, changed);
}

/** Routes that show, clear and change the values set for authorizers; the path of a change ends with the authorizer's name. */
function availabilityRoutes<Order extends { forSeconds?: number | undefined }>(
  path: string,
  settings: Settings<{ authorizer: string } & Omit<Order, 'forSeconds'>>,
  schema: z.ZodType<Order>,
  clock: Clock,
  changed?: () => void,
): ControlRoute[] {
  const all = pattern(path);
  const current = (): object => settings.current(clock.now());
  return [
    { method: 'GET', path: all, handle: current },
    {
      method: 'DELETE',
      path: all,
      handle() {
        settings.clear();
        return current();
      },
    },
    {
      method: 'PUT',
      path: pattern(`${path}/:id`),
      handle({ parameter, body }) {
        const { forSeconds, ...setting } = schema.parse(body);
        const now = clock.now();
        const value = { authorizer: authorizerName.parse(parameter), ...setting };
        settings.add({ value, from: now.getTime(), until: endAfter(now, forSeconds) });
        changed?.();
        return current();
      },
    },
  ];
}
