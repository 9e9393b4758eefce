import { Company } from '../../domain/companies/company.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { formFields } from './form-fields.ts';
import { startPanel } from './panel-fixture.ts';

/** A company with every setting of the demo, a person who administers it, and the changes of its settings. */
export async function startSettings() {
  const panel = await startPanel();
  const company = await createCompany(acrossCompanies(panel.orm), { ...demoCompany, monthlyQuota: 500 });
  const ana = await panel.person(company.id);
  return {
    ...{ panel, company, ana, settings: `/e/${company.taxId}/ajustes` },
    kept: () => acrossCompanies(panel.orm).findOneOrFail(Company, company.id),
    /** The audit entries about changes by people, in order. */
    changes: () =>
      panel.orm.em
        .fork()
        .execute<{ details: { fields: string[] } }[]>(
          `select details from audit_entry where action = 'COMPANY_CHANGED' and actor_kind = 'PERSON' order by at`,
        ),
    /** The values in a form, as a browser would send them. */
    formAt: async (path: string) => formFields(await ana.get(path)),
  };
}

export type Settings = Awaited<ReturnType<typeof startSettings>>;
