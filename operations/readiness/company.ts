import type { EntityManager } from '../../config/orm.ts';
import { noQuotaReason, noSettingsReason } from '../../domain/companies/issuing-means.ts';
import type { QuotaStanding } from '../../domain/companies/quota.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import type { Fault } from '../../domain/faults.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { ActingCompany } from '../acting.ts';
import { issuingFaults } from '../documents/issuing-means.ts';
import { quotaStanding } from '../documents/quota.ts';
import { nfeReadiness } from './nfe.ts';
import { nfseReadiness } from './nfse.ts';

/** Something to mend, or to know; the message says how. */
export type ReadinessFinding = { code: string; message: string };

/** What keeps documents of a type from being issued now (`issues`), and what limits them or will keep them from being issued (`warnings`). */
export type TypeReadiness = { issues: ReadinessFinding[]; warnings: ReadinessFinding[] };

/** Whether a company can issue, as far as that is known without a document. */
export type CompanyReadiness = {
  /** When its newest active certificate ends; null where it has none. */
  certificateEnds: Date | null;
  nfe: TypeReadiness;
  nfce: TypeReadiness;
  nfse: TypeReadiness;
};

/** Reads everything that is stored about the company itself; it writes nothing and asks no authority. */
export async function companyReadiness(
  em: EntityManager,
  company: ActingCompany,
  { rates, now }: { rates: LawTables; now: Date },
): Promise<CompanyReadiness> {
  const itself = { company, mayIssue: true };
  const { certificateEnds, issues, warnings } = await nfeReadiness(em, { ...itself, rates, now });
  const services = await nfseReadiness(em, itself, now);
  return {
    certificateEnds,
    nfe: { issues, warnings },
    nfce: { issues: await consumerNotes(em, company, now), warnings: [] },
    nfse: { issues: services.issues, warnings: [] },
  };
}

async function consumerNotes(em: EntityManager, company: ActingCompany, now: Date): Promise<ReadinessFinding[]> {
  const { id, environment, settings } = company;
  const faults = await issuingFaults(em, company, 'NFCE');
  const quota = environment === 'PRODUCTION' ? await quotaStanding(em, { company: id, settings }, now) : null;
  return consumerNoteIssues(faults, { settings, quota });
}

/** What keeps NFC-e from being issued. @param faults from `missingMeans` */
export function consumerNoteIssues(
  faults: readonly Fault[],
  { settings, quota }: { settings: CompanySettings | null; quota: QuotaStanding | null },
): ReadinessFinding[] {
  const exhausted = noQuotaReason(quota);
  return [
    ...faults.map(({ code, message }) => ({ code, message })),
    ...(settings ? [] : [{ code: 'nfce_not_configured', message: noSettingsReason }]),
    ...(exhausted === null ? [] : [{ code: 'quota_exhausted', message: exhausted }]),
  ];
}
