import type { EntityManager } from '../../config/orm.ts';
import {
  type NfeReadinessFacts,
  type NfeReadinessIssue,
  nfeReadinessOf,
} from '../../domain/companies/nfe-readiness.ts';
import { missingResponsible } from '../../domain/documents/check/technical-responsible.ts';
import { fiscalDay } from '../../domain/fiscal-time.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { ActingCompany } from '../acting.ts';
import { quotaStanding } from '../documents/quota.ts';
import { certificateEnd } from '../newest-certificate.ts';

/** Whether a company can issue an NF-e, as far as that is known without a document. */
export type NfeReadiness = {
  issues: NfeReadinessIssue[];
  /** What limits it, or will keep it from issuing. */
  warnings: NfeReadinessIssue[];
  /** When its newest active certificate ends; null where it has none. */
  certificateEnds: Date | null;
  officeIssuingAllowed: boolean;
};

/** The company, whether the caller may issue for it, and the law tables and instant to check by. */
type ReadinessQuestion = { company: ActingCompany; mayIssue: boolean; rates: LawTables; now: Date };

/** Reads everything that is stored about the company; it writes nothing and asks no authority. */
export async function nfeReadiness(
  em: EntityManager,
  { company, mayIssue, rates, now }: ReadinessQuestion,
): Promise<NfeReadiness> {
  const { id, taxId, settings, environment } = company;
  const [row] = await em.execute<{ certificateEnds: string | null }[]>(
    `select ${certificateEnd('?')} as "certificateEnds"`,
    [id],
  );
  const certificateEnds = row?.certificateEnds ? new Date(row.certificateEnds) : null;
  const quota = environment === 'PRODUCTION' ? await quotaStanding(em, { company: id, settings }, now) : null;
  const officeIssuingAllowed = mayIssue;
  const facts = { now, taxId, environment, certificateEnds, settings, rates, quota, officeIssuingAllowed };
  return { ...nfeReadinessFrom(facts), ...{ certificateEnds, officeIssuingAllowed } };
}

/** The issues and warnings of a company for NF-e, computed from facts. */
export function nfeReadinessFrom(
  facts: Omit<NfeReadinessFacts, 'missingResponsible'>,
): Pick<NfeReadiness, 'issues' | 'warnings'> {
  const { settings, environment, rates, now } = facts;
  const about = settings && ({ model: '55', date: fiscalDay(now, settings.address.state), rates } as const);
  const missing = about && missingResponsible({ settings, environment }, about);
  return nfeReadinessOf({ ...facts, missingResponsible: missing });
}
