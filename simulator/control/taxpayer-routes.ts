import { z } from 'zod';
import table from '../../tables/endpoints.json' with { type: 'json' };
import { isCnpj } from '../identifiers.ts';
import type { TaxpayerRecord } from '../register/records.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { type ControlRoute, pattern } from './route.ts';

const state = z.enum(Object.keys(table.cUF));
const cnpj = z.string().refine(isCnpj, 'CNPJ with wrong check digits');

/** A registration as the states' register has it: cSitIE, tpIE and cSitCNPJ. One that is enabled for ICMS, of an ordinary company, unless said otherwise. */
const registrationOrder = z.strictObject({
  state,
  situation: z.int().min(0).max(9).default(1),
  type: z.int().min(1).max(9).default(1),
  cnpjSituation: z.int().min(0).max(9).default(0),
});

const taxpayerOrder = z.strictObject({
  /** Of the address that Receita Federal has; found in any state where absent. */
  state: state.optional(),
  /** cSitCNPJ of Receita Federal: 02 active, 99 deleted, others irregular. */
  situation: z
    .string()
    .regex(/^\d{2}$/)
    .default('02'),
  /** 1 Simples, 2 MEI, 9 others; nothing is judged by it where it is absent. */
  regTrib: z.union([z.literal(1), z.literal(2), z.literal(9)]).optional(),
  /** An empty list says that the states have none; nothing is judged by them where it is absent. */
  registrations: z.array(registrationOrder).optional(),
});

const strictnessOrder = z.strictObject({ strict: z.boolean() });

/** The registers of Receita Federal (LCC-RFB) and of the states (CCC): who is in them, and whether strangers exist. */
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
