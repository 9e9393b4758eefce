import { z } from 'zod';
import { lineStates } from '../availability/lines.ts';
import { authorizerNames, part } from '../availability/scope.ts';
import { endAfter } from '../availability/settings.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

const authorizer = z.enum(authorizerNames);
const order = z.strictObject({
  ...part,
  line: z.enum(lineStates),
  /** Then it is as it was before. */
  forSeconds: z.number().nonnegative().optional(),
});

/** The lines to the authorizers, which can be cut one by one. */
export function lineRoutes(
  { lines, clock }: Pick<TaxAuthority, 'lines' | 'clock'>,
  changed: () => void,
): ControlRoute[] {
  const all = pattern('/lines');
  const current = (): object => lines.current(clock.now());
  return [
    { method: 'GET', path: all, handle: current },
    {
      method: 'DELETE',
      path: all,
      handle() {
        lines.clear();
        return current();
      },
    },
    {
      method: 'PUT',
      path: pattern('/lines/:id'),
      handle({ parameter, body }) {
        const { forSeconds, ...line } = order.parse(body);
        const now = clock.now();
        const value = { authorizer: authorizer.parse(parameter), ...line };
        lines.add({ value, from: now.getTime(), until: endAfter(now, forSeconds) });
        changed();
        return current();
      },
    },
  ];
}
