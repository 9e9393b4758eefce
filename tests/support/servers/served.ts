import type { Company } from '../../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../../domain/companies/settings-schema.ts';
import { shippedLawTables } from '../../../domain/taxation/law-tables.ts';
import { prepareNamespace } from '../../../temporal/namespace.ts';
import { startOwnApi } from '../../api/own-api.ts';
import { createErp, type Erp } from '../clients/erp.ts';
import { type Installation, openInstallation } from './installation.ts';

/** An installation with its schedules, an API in the same process, and a company with its ERP. */
export type Served = Pick<Installation, 'orm' | 'client' | 'authority'> & {
  company: Company;
  erp: Erp;
  /** Makes another company that can issue, with an ERP of its own. */
  openCompany(overrides: Partial<CompanyInput>): Promise<{ company: Company; erp: Erp }>;
  close(): Promise<void>;
};

export type ServedOptions = {
  /** Further settings of its workers. */
  settings?: Record<string, string>;
  /** The length of the distribution's hour, in seconds, for authority and workers. */
  distributionWaitSeconds?: number;
};

/**
 * The product for journeys that kill nothing, used by HTTP as its users do. A deployment (`deployment.ts`) would run a database server, a
 * worker and an API as separate programs, and take twice the processor time.
 */
export async function openServed({ settings = {}, distributionWaitSeconds }: ServedOptions = {}): Promise<Served> {
  const installation = await openInstallation(
    { LAVRA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), LAVRA_RECONCILIATION_SECONDS: '5', ...settings },
    distributionWaitSeconds === undefined ? {} : { distributionWaitSeconds },
  );
  const { env, orm, client, authority, parts } = installation;
  await prepareNamespace(client, env);
  const { renderer } = parts;
  const api = await startOwnApi({
    ...{ databaseUrl: env.databaseUrl, temporal: client, rates: shippedLawTables },
    ...(renderer ? { pdf: (html, owner) => renderer.pdf(html, owner) } : {}),
  });
  const openCompany: Served['openCompany'] = async (overrides) => {
    const { company, key } = await installation.openCompany(overrides);
    return { company, erp: createErp([api.url], key) };
  };
  return {
    ...{ orm, client, authority },
    ...(await openCompany({})),
    openCompany,
    async close() {
      await api.close();
      await installation.close();
    },
  };
}
