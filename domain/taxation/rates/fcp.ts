import { z } from 'zod';
import fcp from './fcp.json' with { type: 'json' };
import { byState, lawful, rate } from './forms.ts';

/**
 * A state's fund against poverty. `accepted` (or `acceptedUpTo`) are the rates that the authority takes for it; `general` is the rate where
 * it falls on all goods but those that the law names, and to whom inside the state.
 */
const period = z
  .strictObject({
    ...lawful,
    accepted: z.array(rate).exactOptional(),
    acceptedUpTo: rate.exactOptional(),
    general: z
      .strictObject({
        rate,
        internal: z.enum(['ALL', 'FINAL_CONSUMER']),
      })
      .exactOptional(),
  })
  .refine(
    ({ accepted, acceptedUpTo }) => (accepted === undefined) !== (acceptedUpTo === undefined),
    'diga accepted (lista) ou acceptedUpTo (a maior), um dos dois',
  );
export type FundPeriod = z.output<typeof period>;

export const fundsSchema = byState(period);

/** The funds of all states, each in the order of its periods. */
export type Funds = { source: string; states: ReadonlyMap<string, readonly FundPeriod[]> };

export const shippedFunds: Funds = fundsSchema.parse(fcp);

/** Whether the authority takes that rate of the fund (rules 874 and 875). */
export function accepts({ accepted, acceptedUpTo }: FundPeriod, percentage: number): boolean {
  if (acceptedUpTo !== undefined) return percentage <= Number(acceptedUpTo);
  return accepted?.some((each) => Number(each) === percentage) ?? false;
}
