import { z } from 'zod';
import table from '../../tables/endpoints.json' with { type: 'json' };
import { publishedOptions, stateOptionNames } from '../rules/state-options.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

const states = z.array(z.enum(Object.keys(table.cUF)));
const order = z.partialRecord(z.enum(stateOptionNames), states);

/** What the states decide for themselves: by decision, the states that took it. What a change leaves out stays. */
export function stateOptionRoutes({ stateOptions }: Pick<TaxAuthority, 'stateOptions'>): ControlRoute[] {
  const path = pattern('/state-options');
  return [
    { method: 'GET', path, handle: () => stateOptions.current },
    {
      method: 'PUT',
      path,
      handle({ body }) {
        stateOptions.current = { ...stateOptions.current, ...order.parse(body) };
        return stateOptions.current;
      },
    },
    {
      method: 'DELETE',
      path,
      handle() {
        stateOptions.current = publishedOptions;
        return stateOptions.current;
      },
    },
  ];
}
