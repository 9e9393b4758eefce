import { DateTime } from 'luxon';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { placesLeft, type QuotaStanding } from '../../domain/companies/quota.ts';
import { brasiliaZone } from '../../domain/fiscal-time.ts';
import { quotaStanding } from '../../operations/documents/quota.ts';
import { acrossCompanies } from '../../operations/in-company.ts';

/** Where the company stands towards its monthly quota now; null where it has none. */
export function quotaOf(orm: Orm, { id, settings }: Company): Promise<QuotaStanding | null> {
  return quotaStanding(acrossCompanies(orm), { company: id, settings: settings ?? null }, new Date());
}

/** The same as `--json` shows it. */
export function quotaData(standing: QuotaStanding | null) {
  if (!standing) return { limit: null, authorized: null, underWay: null, left: null, resetsAt: null };
  const { limit, authorized, underWay, resetsAt } = standing;
  return { limit, authorized, underWay, left: placesLeft(standing), resetsAt: resetsAt.toISOString() };
}

/** The same in one line. */
export function quotaInWords(standing: QuotaStanding): string {
  const { limit, authorized, underWay, resetsAt } = standing;
  const day = DateTime.fromJSDate(resetsAt, { zone: brasiliaZone }).toFormat('dd/MM/yyyy');
  const left = `restam ${placesLeft(standing)} de ${limit} documentos em produção até ${day}`;
  return `${left} (autorizados ${authorized}, em andamento ${underWay})`;
}
