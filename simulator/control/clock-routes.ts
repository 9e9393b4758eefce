import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

const order = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ aheadSeconds: z.number() }),
]);

/** The authority's clock, which all of its deadlines go by. */
export function clockRoutes(clock: Clock): ControlRoute[] {
  const path = pattern('/clock');
  const reading = (): object => ({ now: clock.now().toISOString(), aheadSeconds: clock.aheadSeconds });
  return [
    { method: 'GET', path, handle: reading },
    {
      method: 'PUT',
      path,
      handle({ body }) {
        const wanted = order.parse(body);
        if ('now' in wanted) clock.set(new Date(wanted.now));
        else clock.advance(wanted.aheadSeconds);
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
