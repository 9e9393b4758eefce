import type { TaxAuthority } from '../tax-authority.ts';

/** What was added to the queue of a taxpayer: its first and last NSU. */
export type Growth = { source: 'nfe' | 'nfse'; environment: number; taxId: string; firstNsu: number; lastNsu: number };

/** Does something, and tells by how much each queue of both distributions has grown. */
export function grownBy(work: () => void, { register, nfse }: Pick<TaxAuthority, 'register' | 'nfse'>): Growth[] {
  const sources = [
    { source: 'nfe' as const, sizes: (): ReadonlyMap<string, number> => register.queueSizes() },
    { source: 'nfse' as const, sizes: (): ReadonlyMap<string, number> => nfse.register.queueSizes() },
  ].map((one) => ({ ...one, before: one.sizes() }));
  work();
  return sources.flatMap(({ source, sizes, before }) =>
    [...sizes()].flatMap(([key, lastNsu]) => {
      const known = before.get(key) ?? 0;
      const [environment, taxId = ''] = key.split('/');
      return lastNsu > known ? [{ source, environment: Number(environment), taxId, firstNsu: known + 1, lastNsu }] : [];
    }),
  );
}
