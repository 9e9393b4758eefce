import { z } from 'zod';
import table from '../../tables/endpoints.json' with { type: 'json' };
import { isCnpj } from '../identifiers.ts';
import type { TaxpayerRecord } from '../register/records.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { type ControlRoute, pattern } from './route.ts';

const state = z.enum(Object.keys(table.cUF));
const cnpj = z.string().refine(isCnpj, 'CNPJ with wrong check digits');

/** A registration in the states' register: cSitIE, tpIE and cSitCNPJ. By default one of an ordinary company, enabled for ICMS. */
const registrationOrder = z.strictObject({
  state,
  situation: z.int().min(0).max(9).default(1),
  type: z.int().min(1).max(9).default(1),
  cnpjSituation: z.int().min(0).max(9).default(0),
});

const taxpayerOrder = z.strictObject({
  /** State of the address in the list of Receita Federal; without it the CNPJ is found in any state. */
  state: state.optional(),
  /** cSitCNPJ of Receita Federal: 02 active, 99 deleted, others irregular. */
  situation: z
    .string()
    .regex(/^\d{2}$/)
    .default('02'),
  /** 1 Simples, 2 MEI, 9 others; without it no rule about the regime applies. */
  regTrib: z.union([z.literal(1), z.literal(2), z.literal(9)]).optional(),
  /** An empty list means that the states have no registration; without it no rule about registrations applies. */
  registrations: z.array(registrationOrder).optional(),
});

const strictnessOrder = z.strictObject({ strict: z.boolean() });

/**
 * The routes about the registers of Receita Federal (LCC-RFB) and of the states (CCC): who is in them, and whether a CNPJ that is not in
 * them exists.
 */
export function taxpayerRoutes({ register, taxpayers }: Pick<TaxAuthority, 'register' | 'taxpayers'>): ControlRoute[] {
  const all = pattern('/taxpayers');
  const one = pattern('/taxpayers/:id');
  const current = (): object => ({ strict: taxpayers.isStrict, taxpayers: taxpayers.all() });
  const put = async (record: TaxpayerRecord): Promise<object> => {
    register.add(record);
    await register.settled();
    return record;
  };
  return [
    { method: 'GET', path: all, handle: current },
    {
      method: 'PUT',
      path: all,
      handle({ body }) {
        taxpayers.isStrict = strictnessOrder.parse(body).strict;
        return current();
      },
    },
    {
      method: 'PUT',
      path: one,
      handle: ({ parameter, body }) =>
        put({ kind: 'taxpayer', taxId: cnpj.parse(parameter), ...taxpayerOrder.parse(body) }),
    },
    {
      method: 'DELETE',
      path: one,
      handle: ({ parameter }) =>
        put({ kind: 'taxpayer', taxId: cnpj.parse(parameter), situation: '02', isForgotten: true }),
    },
  ];
}
