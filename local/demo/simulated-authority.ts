import type { CompanyInput } from '../../domain/companies/settings-schema.ts';

/** The simulated authority: where it is controlled, whom its server's certificate is signed by, and where the product will dial it. */
export type SimulatedAuthority = { control: string; ca: string; dialled: string | undefined };

/** @throws Error for a company in PRODUCTION where the product would dial the real authority (decisions-2, 1) */
export function assertSimulated(
  { name, environment }: Pick<CompanyInput, 'name' | 'environment'>,
  { dialled }: Pick<SimulatedAuthority, 'dialled'>,
): void {
  if (environment !== 'PRODUCTION' || dialled !== undefined) return;
  throw new Error(
    `${name} emite em produção e só pode ser iniciada com a autoridade simulada: falta LAVRA_AUTHORITY_ADDRESS`,
  );
}
