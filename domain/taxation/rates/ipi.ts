import { z } from 'zod';
import { daySchema, sourceSchema } from './schemas.ts';

/** Goods that keep IPI from 2027 on: the beginning of their NCM, and the first day. */
export const ipiSchema = z.strictObject({
  source: sourceSchema,
  goods: z.array(
    z.strictObject({
      ncm: z.string().regex(/^\d{2,8}$/, 'deve ser um NCM, ou o começo dele, como "8711"'),
      from: daySchema,
    }),
  ),
});

export type IpiTable = z.output<typeof ipiSchema>;

export const shippedIpi: IpiTable = {
  source:
    'LC 214/2025 art. 454: the list of goods made in the Zona Franca de Manaus that keep IPI is to be published by the Executive; none was found by 2026-11-27.',
  goods: [],
};
