import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { statesOf } from '../../domain/sefaz/endpoints.ts';

/** States of an authorizer of NF-e of which somebody would issue at the SVC: his switch is not off, or a person entered a contingency. */
export async function statesThatUseSvc(
  em: EntityManager,
  { authorizer, environment }: { authorizer: string; environment: Environment },
): Promise<string[]> {
  const rows = await em.execute<{ state: string }[]>(
    `select distinct c.settings -> 'address' ->> 'state' as state from company c
     where c.is_active and c.environment = ? and c.settings -> 'address' ->> 'state' in (?)
       and (coalesce(c.settings -> 'contingency' ->> 'nfe', 'OFF') <> 'OFF' or exists (
         select from contingency_entry e
         where e.company_id = c.id and e.environment = c.environment and e.model = '55' and e.left_at is null
       ))`,
    [environment, statesOf(authorizer, '55', environment)],
  );
  return rows.map(({ state }) => state);
}
