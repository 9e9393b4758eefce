import { z } from 'zod';
import { isCnpj, isCpf } from '../rules/check-digits.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

const order = z.strictObject({ blocked: z.boolean() });
const taxId = z.string().refine((text) => isCnpj(text) || isCpf(text), 'not a CNPJ or CPF');

/** Whether an issuer may send notices before its notes (EPEC), and which of them still wait for their notes. */
export function epecRoutes({ epecBlocks, clock }: Pick<TaxAuthority, 'epecBlocks' | 'clock'>): ControlRoute[] {
  const path = pattern('/epec/:id');
  const issuerOf = (parameter: string): string => taxId.parse(parameter).padStart(14, '0');
  const current = (issuer: string): object => ({
    blocked: epecBlocks.isBlocked(issuer, clock.now()),
    pending: epecBlocks
      .pending(issuer)
      .map(({ environment, chNFe, nProt, dhRegEvento }) => ({ environment, chNFe, nProt, dhRegEvento })),
  });
  return [
    { method: 'GET', path, handle: ({ parameter }) => current(issuerOf(parameter)) },
    {
      method: 'PUT',
      path,
      handle({ parameter, body }) {
        const issuer = issuerOf(parameter);
        if (order.parse(body).blocked) epecBlocks.block(issuer);
        else epecBlocks.release(issuer, clock.now());
        return current(issuer);
      },
    },
  ];
}
