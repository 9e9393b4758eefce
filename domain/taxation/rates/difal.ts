import { z } from 'zod';
import difal from './difal.json' with { type: 'json' };
import { day, inOrder, source, state } from './forms.ts';

export const difalSchema = z.strictObject({
  source,
  status: z.enum(['CONFIRMED', 'UNCONFIRMED']).default('CONFIRMED'),
  periods: inOrder(z.strictObject({ from: day, insideBase: z.array(state) })),
});

/** The states that want their own ICMS and fund inside the base of the destination's share. */
export type DifalTable = z.output<typeof difalSchema>;

export const shippedDifal: DifalTable = difalSchema.parse(difal);
