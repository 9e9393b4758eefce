import { z } from 'zod';
import difal from './difal.json' with { type: 'json' };
import fcp from './fcp.json' with { type: 'json' };
import {
  byState,
  type Confidence,
  daySchema,
  inOrder,
  lawful,
  rateSchema,
  sourceSchema,
  stateSchema,
} from './schemas.ts';
import icmsInternal from './icms-internal.json' with { type: 'json' };

/** A state's usual ICMS rate in percent, without its fund, from a day on. */
type InternalRate = { from: string; rate: string; law: string; confidence: Confidence };

/** The usual rates of all states, each state's in the order of its periods. */
export type InternalRates = { source: string; states: ReadonlyMap<string, readonly InternalRate[]> };

const present = byState(z.strictObject({ ...lawful, rate: rateSchema }));

/** The form of earlier versions: periods, each with the rates of all states. */
const former = z
  .strictObject({
    source: sourceSchema,
    status: z.enum(['CONFIRMED', 'UNCONFIRMED']).default('CONFIRMED'),
    periods: inOrder(z.strictObject({ from: daySchema, rates: z.record(stateSchema, rateSchema) })),
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

/** The form of an operator's table: the states that it replaces, or in the form of earlier versions all states. */
export function internalRatesSchema(given: unknown) {
  return typeof given === 'object' && given !== null && 'periods' in given ? former : present;
}

export const shippedInternalRates: InternalRates = present.parse(icmsInternal);

/**
 * A state's fund against poverty. `accepted` (or `acceptedUpTo`) are the rates that the authority accepts. `general` is the rate of a fund that falls
 * on all goods except those that the law names, and `internal` tells on which sales inside the state.
 */
const period = z
  .strictObject({
    ...lawful,
    accepted: z.array(rateSchema).exactOptional(),
    acceptedUpTo: rateSchema.exactOptional(),
    general: z
      .strictObject({
        rate: rateSchema,
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

/** The funds of all states, each state's in the order of its periods. */
export type Funds = { source: string; states: ReadonlyMap<string, readonly FundPeriod[]> };

export const shippedFunds: Funds = fundsSchema.parse(fcp);

/** Whether the authority accepts a rate of the fund (rules 874 and 875). */
export function accepts({ accepted, acceptedUpTo }: FundPeriod, percentage: number): boolean {
  if (acceptedUpTo !== undefined) return percentage <= Number(acceptedUpTo);
  return accepted?.some((each) => Number(each) === percentage) ?? false;
}

export const difalSchema = z.strictObject({
  source: sourceSchema,
  status: z.enum(['CONFIRMED', 'UNCONFIRMED']).default('CONFIRMED'),
  periods: inOrder(z.strictObject({ from: daySchema, insideBase: z.array(stateSchema) })),
});

/** The states that require their own ICMS and fund inside the base of the destination's share. */
export type DifalTable = z.output<typeof difalSchema>;

export const shippedDifal: DifalTable = difalSchema.parse(difal);
