import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { placesLeft } from '../../domain/companies/quota.ts';
import { quotaInWords, quotaOf } from '../company/quota.ts';
import { type Finding, findingsOf } from './finding.ts';

/** The doctor warns of a quota of which no more than this share is left. */
const noticeShare = 0.1;

/** What is left of the monthly quota; no finding for a company without one. */
export async function checkQuota(orm: Orm, company: Company): Promise<Finding[]> {
  const { ok, warning, failure } = findingsOf('quota', company.taxId);
  const standing = await quotaOf(orm, company);
  if (!standing) return [];
  const words = quotaInWords(standing);
  const mend = `para emitir mais neste mês: lavra company set ${company.taxId} --monthly-quota <n>`;
  const left = placesLeft(standing);
  if (left === 0) return [company.environment === 'PRODUCTION' ? failure(words, mend) : warning(words, mend)];
  return [left <= standing.limit * noticeShare ? warning(words, mend) : ok(words)];
}
