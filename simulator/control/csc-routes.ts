import { z } from 'zod';
import type { Register } from '../register/register.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

const order = z.strictObject({
  environment: z.union([z.literal(1), z.literal(2)]).default(2),
  /** CNPJ or CPF of the issuer. */
  taxId: z.string().regex(/^(?:[0-9A-Z]{12}\d{2}|\d{11})$/),
  /** Identification of the code (idCSC), with or without leading zeros. */
  id: z.coerce.number().int().min(1).max(999_999),
  token: z.string().min(1).max(36),
  /** When the company revoked it. */
  revokedAt: z.iso.datetime({ offset: true }).optional(),
});

/** The codes (CSC) that companies got from their state to sign QR codes of version 2 with. */
export function cscRoutes(register: Register): ControlRoute[] {
  const path = pattern('/csc');
  return [
    { method: 'GET', path, handle: () => register.allCsc() },
    {
      method: 'PUT',
      path,
      async handle({ body }) {
        const { taxId, ...csc } = order.parse(body);
        const record = { kind: 'csc' as const, ...csc, issuer: taxId.padStart(14, '0') };
        register.add(record);
        await register.settled();
        return record;
      },
    },
  ];
}
