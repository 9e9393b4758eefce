import { z } from 'zod';
import { type Answer, newCompany, type TestApi } from '../fixture.ts';

type Options = NonNullable<Parameters<typeof newCompany>[1]>;
export type Rules = Awaited<ReturnType<typeof newRules>>;

/** Makes a company, with functions for its tax rules over HTTP. */
export async function newRules(api: TestApi, options: Options = {}) {
  const { company, key } = await newCompany(api.orm, options);
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    api.call(method, `/v1/tax-rules${path}`, { key, body });
  return {
    companyId: company.id,
    list: (query = '') => call('GET', query),
    /** Creates a rule, of model NFE by default. */
    create: (change: Record<string, unknown> = {}) => call('POST', '', { name: 'Regra', model: 'NFE', ...change }),
    get: (id: unknown) => call('GET', `/${String(id)}`),
    patch: (id: unknown, change: unknown) => call('PATCH', `/${String(id)}`, change),
    remove: (id: unknown) => call('DELETE', `/${String(id)}`),
  };
}

/** A sub-rule that every company of the normal regime may have. */
export const plain = { icmsCst: '00', pisCst: '06', cofinsCst: '06' };

export function nfeSubRules(body: Answer['body']): unknown[] {
  return z.array(z.unknown()).parse(body.nfeTaxRules);
}

/** Path and sentence of every fault. */
export function issuesOf(body: Answer['body']): string[][] {
  return z
    .array(z.object({ path: z.string(), message: z.string() }))
    .parse(body.issues ?? [])
    .map(({ path, message }) => [path, message]);
}

export function pathsOf(body: Answer['body']): string[] {
  return issuesOf(body).map(([path = '']) => path);
}

export function idsOf(body: Answer['body']): string[] {
  return z
    .array(z.object({ id: z.string() }))
    .parse(body.data)
    .map(({ id }) => id);
}
