import { z } from 'zod';
import type { Register } from '../register/register.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

const order = z.strictObject({
  environment: z.union([z.literal(1), z.literal(2)]).default(2),
  /** CNPJ of the company that makes the program. */
  taxId: z.string().regex(/^[0-9A-Z]{12}\d{2}$/),
  /** Identification of the code (idCSRT), with or without leading zeros. */
  id: z.coerce.number().int().min(1).max(99),
  token: z.string().min(1).max(36),
  /** When the state revoked it. */
  revokedAt: z.iso.datetime({ offset: true }).optional(),
});

/** The codes (CSRT) that companies got from a state for the programs that they make. */
export function csrtRoutes(register: Register): ControlRoute[] {
  const path = pattern('/csrt');
  return [
    { method: 'GET', path, handle: () => register.allCsrt() },
    {
      method: 'PUT',
      path,
      async handle({ body }) {
        const { taxId, ...csrt } = order.parse(body);
        const record = { kind: 'csrt' as const, ...csrt, responsible: taxId };
        register.add(record);
        await register.settled();
        return record;
      },
    },
  ];
}
