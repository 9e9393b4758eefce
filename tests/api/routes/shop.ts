import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TaxRule, type TaxRuleModel } from '../../../domain/tax-rules/tax-rule.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { fieldsOf } from '../contract-fields.ts';
import { newCompany, type TestApi } from '../fixture.ts';

export type Shop = Awaited<ReturnType<typeof newShop>>;
type RuleOptions = { model?: TaxRuleModel; isActive?: boolean; deletedAt?: Date };

/** Makes a company, with functions for its products. */
export async function newShop(api: TestApi, options: Parameters<typeof newCompany>[1] = {}) {
  const { company, key } = await newCompany(api.orm, options);
  const path = (id: unknown) => `/v1/products/${String(id)}`;
  return {
    companyId: company.id,
    create: (body: unknown) => api.call('POST', '/v1/products', { key, body }),
    get: (id: unknown) => api.call('GET', path(id), { key }),
    patch: (id: unknown, body: unknown) => api.call('PATCH', path(id), { key, body }),
    remove: (id: unknown) => api.call('DELETE', path(id), { key }),
    list: (query = '') => api.call('GET', `/v1/products?${query}`, { key }),

    async taxRule({ model = 'NFE', ...rest }: RuleOptions = {}): Promise<string> {
      const em = acrossCompanies(api.orm);
      const rule = { company: company.id, name: 'Regra', model, nfeTaxRules: [], nfseTaxRules: [], ...rest };
      const { id } = em.create(TaxRule, rule);
      await em.flush();
      return id;
    },
  };
}

/** A product with a code of its own and nothing else. */
export function bare(): { name: string; code: string } {
  return { name: 'Produto', code: randomUUID() };
}

/** A taxation with substitution that is accepted as it is. */
export const substitution = { icmsCst: '10', icmsRate: 18, icmsStModBc: '4', icmsStMva: 40.1234, icmsStRate: '18' };

/** All fields of a taxation, null, as they are answered for a product without taxation. */
export const noTaxFields = Object.fromEntries(
  fieldsOf('NfeConfigInput').map(({ path }): [string, null] => [path, null]),
);

/** The paths in an error. */
export function pathsOf(body: Record<string, unknown>): string[] {
  return z
    .array(z.object({ path: z.string() }))
    .parse(body.issues ?? [])
    .map(({ path }) => path);
}
