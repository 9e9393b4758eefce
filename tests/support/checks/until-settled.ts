import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import type { Deployment } from '../servers/deployment.ts';
import type { Erp } from '../clients/erp.ts';
import { until } from './until.ts';

type Left = { what: string; id: string; about: string };

/**
 * Waits until nothing of these companies is under way: every sale is authorized, and every replaced note, event and range is settled. Like
 * an ERP, it emits a sale again that was rejected meanwhile.
 */
export async function untilSettled(
  { orm }: Pick<Deployment, 'orm'>,
  shops: readonly { company: Company; erp: Pick<Erp, 'call'> }[],
  withinMs = 600_000,
): Promise<void> {
  const ids = shops.map(({ company }) => company.id);
  let left: Left[] = [];
  const isOver = async (): Promise<boolean> => {
    left = await acrossCompanies(orm).execute<Left[]>(statement, [ids, ids, ids, ids]);
    for (const { id, about } of left.filter(({ what }) => what === 'REJECTED')) {
      const { erp } = shops.find(({ company }) => about.startsWith(company.id))!;
      await erp.call('POST', `/v1/fiscal-documents/${id}/emit`);
    }
    return left.length === 0;
  };
  await until('nothing is under way', isOver, withinMs).catch((cause: unknown) => {
    throw new Error(`left: ${JSON.stringify(left, null, 1)}`, { cause });
  });
}

const statement = `
  select status as what, id, concat_ws(' ', company_id, type, number, access_key, contingency_mode, waiting_kind, c_stat, rejection_reason, waiting_for) as about
  from document where company_id in (?) and status in ('PROCESSING', 'REJECTED')
  union all
  select 'replaced note', id, concat_ws(' ', status, access_key, waiting_kind, reason) from replaced_note where company_id in (?) and settled_at is null
  union all
  select 'event', id, concat_ws(' ', type, status, waiting_kind, reason) from document_event where company_id in (?) and status = 'PENDING'
  union all
  select 'range', id, concat_ws(' ', start_number, status, waiting_kind, reason) from inutilization where company_id in (?) and status = 'PENDING'`;

/** One line about the sales of companies: how many of each type and contingency mode, what became of replaced notes, and how often services changed. */
export async function summary(orm: Orm, companies: readonly Company[]): Promise<string> {
  const rows = await acrossCompanies(orm).execute<{ what: string; count: number }[]>(
    `select type || ' ' || coalesce(contingency_mode, 'NORMAL') as what, count(*)::int as count
     from document where company_id in (?) group by 1
     union all
     select 'replaced ' || type || ' ' || status, count(*)::int from replaced_note where company_id in (?) group by 1
     union all
     select 'changes of services', count(*)::int from authority_change
     order by 1`,
    [companies.map(({ id }) => id), companies.map(({ id }) => id)],
  );
  return rows.map(({ what, count }) => `${count} ${what}`).join(', ');
}
