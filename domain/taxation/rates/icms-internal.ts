import { z } from 'zod';
import icmsInternal from './icms-internal.json' with { type: 'json' };
import { byState, type Confidence, day, inOrder, lawful, rate, source, state } from './forms.ts';

/** A state's modal ICMS rate in percent, without its fund. */
export type InternalRate = { from: string; rate: string; law: string; confidence: Confidence };

/** The rates of all states, each in the order of its periods. */
export type InternalRates = { source: string; states: ReadonlyMap<string, readonly InternalRate[]> };

const present = byState(z.strictObject({ ...lawful, rate }));

/** The form of earlier versions: each period with all states. */
const former = z
  .strictObject({
    source,
    status: z.enum(['CONFIRMED', 'UNCONFIRMED']).default('CONFIRMED'),
    periods: inOrder(z.strictObject({ from: day, rates: z.record(state, rate) })),
  })
  .transform(({ source, status, periods }) => {
    const confidence: Confidence = status === 'CONFIRMED' ? 'HIGH' : 'LOW';
    const states = new Map<string, InternalRate[]>();
    for (const { from, rates } of periods) {
      for (const [uf, rate] of Object.entries(rates)) {
        states.set(uf, [...(states.get(uf) ?? []), { from, rate, law: source, confidence }]);
      }
    }
    return { source, states };
  });

/** The table as an operator writes it: the states that he names, or in the form of earlier versions all of them. */
export function internalRatesSchema(given: unknown) {
  return typeof given === 'object' && given !== null && 'periods' in given ? former : present;
}

export const shippedInternalRates: InternalRates = present.parse(icmsInternal);
