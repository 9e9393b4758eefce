import { createOrm } from '../../config/orm.ts';
import { companyScopes, officeScopes } from '../../domain/access/scopes.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import { masterKey } from '../../domain/seal.ts';
import { starterSet } from '../../domain/templates/template-set.ts';
import { loadTemplates } from '../../operations/provisioning.ts';
import { type LocalState, readState } from '../state.ts';
import { demoBuyer } from './buyer.ts';
import { demoCompany } from './company.ts';
import { ensureCompany } from './ensure-company.ts';
import { ensureKey } from './ensure-key.ts';
import { ensureOffice } from './ensure-office.ts';
import { bakery, workshop } from './portfolio.ts';
import type { SimulatedAuthority } from './simulated-authority.ts';

/** A key of each demo company and of the office, and the regime of the company that sells. */
export type DemoAccess = {
  companyKey: string;
  buyerKey: string;
  officeKey: string;
  taxRegime: 'SIMPLES' | 'NORMAL';
};

/**
 * Brings the database to the newest migration, and makes the demo companies, their certificates, the office with its links, their keys and
 * Lavra's own templates where they are missing. What exists is kept: the same keys stay valid over restarts.
 */
export async function provision(
  databaseUrl: string,
  { state, authority }: { state: LocalState; authority: SimulatedAuthority },
): Promise<DemoAccess> {
  const orm = await createOrm(databaseUrl);
  try {
    await orm.schema.ensureDatabase();
    await orm.migrator.up();
    const sealing = masterKey(Buffer.from((await readState(state.masterKey)) ?? '', 'base64'));
    const ready = (form: CompanyInput): Promise<Company> => ensureCompany(orm, { form, sealing, authority });
    const keyOf = async (form: CompanyInput, file: string): Promise<string> =>
      ensureKey(orm, { company: await ready(form), scopes: companyScopes }, file);
    const companyKey = await keyOf(demoCompany, state.demoKey);
    const buyerKey = await keyOf(demoBuyer, state.buyerKey);
    const office = await ensureOffice(orm, sealing, [
      { company: await ready(bakery), issuingAllowed: true },
      { company: await ready(workshop), issuingAllowed: false },
    ]);
    const officeKey = await ensureKey(orm, { office, scopes: officeScopes }, state.officeKey);
    await loadTemplates(orm, { source: 'system', templates: starterSet(), dryRun: false });
    return { companyKey, buyerKey, officeKey, taxRegime: demoCompany.taxRegime };
  } finally {
    await orm.close();
  }
}
