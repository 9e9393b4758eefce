import { z } from 'zod';
import ibsCbs from './ibs-cbs.json' with { type: 'json' };
import { day, exactRate, inOrder, source } from './forms.ts';

const period = z
  .strictObject({
    from: day,
    until: day,
    state: exactRate,
    municipal: exactRate,
    /** Null while it is not published. */
    cbs: exactRate.nullable(),
    /** Whether IBS and CBS are part of vItem and vNFTot (from 2027 on). */
    addsToTotal: z.boolean(),
  })
  .refine(({ from, until }) => from <= until, 'o período termina antes de começar');

export const ibsCbsSchema = z.strictObject({
  source,
  status: z.enum(['CONFIRMED', 'UNCONFIRMED']).default('CONFIRMED'),
  periods: inOrder(period).refine(
    (periods) => periods.every(({ from }, index) => index === 0 || (periods[index - 1]?.until ?? '') < from),
    'um período começa antes de terminar o anterior',
  ),
});

/** The rates of IBS and CBS in percent, of which the CBS may not be known yet. */
export type IbsCbsPeriod = z.output<typeof period>;
export type IbsCbsTable = { source: string; periods: readonly IbsCbsPeriod[] };

export const shippedIbsCbs: IbsCbsTable = ibsCbsSchema.parse(ibsCbs);
