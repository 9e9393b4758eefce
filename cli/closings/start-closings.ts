import type { Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { type ClosingOrder, createClosings, type CreatedClosings } from '../../operations/closings/create-closings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { wakeClosings } from '../../temporal/start.ts';
import type { Session } from '../session.ts';
import { skipInWords } from './in-words.ts';

/** Creates closings for an office, as its key would. @throws DomainError as `createClosings` */
export async function startClosings(
  session: Session,
  { id, taxId, name }: Office,
  asked: ClosingOrder,
): Promise<CreatedClosings> {
  const caller = { office: { id, taxId, name, actor: session.actor }, keyId: null };
  return createClosings(await session.orm(), caller, asked, async () => {
    try {
      await wakeClosings(await session.temporal(), { officeId: id, officeTaxId: taxId });
      return true;
    } catch (error) {
      if (error instanceof TemporalUnavailable) return false;
      throw error;
    }
  });
}

/** Which closings were started and which companies were skipped, by the companies' names. */
export function startedInWords({ created, skipped }: CreatedClosings, names: Map<string, string>): string {
  const of = (companyId: string): string => names.get(companyId) ?? companyId;
  const counted = created.length === 1 ? '1 fechamento iniciado' : `${created.length} fechamentos iniciados`;
  return [
    `${counted}.`,
    ...created.map(({ companyId, closingId }) => `  ${of(companyId)}: ${closingId}`),
    ...skipped.map(({ companyId, reason }) => `  ${of(companyId)}: não iniciado, ${skipInWords(reason)}`),
  ].join('\n');
}

/** The names of companies by their ids. */
export async function namesOf(orm: Orm, ids: string[]): Promise<Map<string, string>> {
  const rows = await acrossCompanies(orm).find(Company, { id: { $in: ids } }, { fields: ['id', 'name'] });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
