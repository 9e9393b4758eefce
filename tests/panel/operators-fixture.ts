import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { startPanel } from './panel-fixture.ts';

/** Two companies, an operator, an operator who may only read, and an administrator of the first company. */
export async function startOperated(options: Parameters<typeof startPanel>[0] = {}) {
  const panel = await startPanel(options);
  const [one, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
  const operator = await panel.member({ role: 'OPERATOR' });
  return {
    ...{ panel, one, other, operator },
    reader: await panel.member({ role: 'OPERATOR_READER' }),
    administrator: await panel.person(one.id),
    /** The audit entries about a company or an office, in order. */
    entriesOf: (of: { id: string }) =>
      acrossCompanies(panel.orm).execute<{ action: string; actor: string; kind: string }[]>(
        `select action, actor_id as actor, actor_kind as kind from audit_entry
         where (company_id = ? or office_id = ?) order by at, id`,
        [of.id, of.id],
      ),
    byOperator: (action: string) => ({ action, actor: operator.id, kind: 'PERSON' }),
  };
}

export type Operated = Awaited<ReturnType<typeof startOperated>>;
