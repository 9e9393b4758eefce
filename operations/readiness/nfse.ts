import type { EntityManager } from '../../config/orm.ts';
import { type ReadinessFacts, type ReadinessIssue, readinessIssues } from '../../domain/companies/nfse-readiness.ts';
import type { ActingCompany } from '../acting.ts';
import { municipalityOf } from '../documents/issuing-means.ts';
import { quotaStanding } from '../documents/quota.ts';
import { certificateEnd } from '../newest-certificate.ts';

/** Whether a company can issue an NFS-e, as far as that is known without a document. */
export type NfseReadiness = {
  issues: ReadinessIssue[];
  /** When its newest active certificate ends; null where it has none. */
  certificateEnds: Date | null;
  /** How many service templates it can use that name a service code. */
  templates: number;
  defaultTemplateId: string | null;
  officeIssuingAllowed: boolean;
  /** Whether its municipality should be asked about, as an emission would do: nothing is known of it, or what is known is old. */
  isToAsk: boolean;
};

/** The company, and whether the caller may issue for it. */
type ReadinessQuestion = { company: ActingCompany; mayIssue: boolean };

/** Reads everything that is stored about the company; it writes nothing. */
export async function nfseReadiness(
  em: EntityManager,
  { company, mayIssue }: ReadinessQuestion,
  now: Date,
): Promise<NfseReadiness> {
  const { settings, environment } = company;
  const { certificateEnds, templateIds, isRegistrationAsked } = await keptFacts(em, company);
  const { known, isFresh } = await municipalityOf(em, company, now);
  const facts: ReadinessFacts = {
    now,
    certificateEnds,
    settings,
    isRegistrationAsked,
    municipality: known,
    templates: templateIds.length,
    quota: environment === 'PRODUCTION' ? await quotaStanding(em, { company: company.id, settings }, now) : null,
    officeIssuingAllowed: mayIssue,
  };
  const [only = null, ...others] = templateIds;
  return {
    issues: readinessIssues(facts),
    certificateEnds,
    templates: templateIds.length,
    defaultTemplateId: settings?.nfse?.defaultTemplateId ?? (others.length === 0 ? only : null),
    officeIssuingAllowed: mayIssue,
    isToAsk: !isFresh && certificateEnds !== null && certificateEnds > now && !!settings?.nfse,
  };
}

type KeptFacts = { certificateEnds: Date | null; templateIds: string[]; isRegistrationAsked: boolean };

async function keptFacts(em: EntityManager, { id, environment }: ActingCompany): Promise<KeptFacts> {
  const values = [id, id, id, environment, id, environment];
  const [row] = await em.execute<(Omit<KeptFacts, 'certificateEnds'> & { certificateEnds: string | null })[]>(
    kept,
    values,
  );
  if (!row) throw new Error(`nothing is kept of company ${id}`);
  return { ...row, certificateEnds: row.certificateEnds === null ? null : new Date(row.certificateEnds) };
}

/** A refusal for a missing municipal registration counts until a later service is authorized; later documents have higher ids. */
const kept = `
  select
    ${certificateEnd('?')} as "certificateEnds",
    array(
      select id::text from fiscal_template
      where (company_id = ? or company_id is null) and type = 'NFSE' and deleted_at is null
        and coalesce(service ->> 'serviceCode', '') <> ''
    ) as "templateIds",
    exists (
      select from document
      where company_id = ? and environment = ? and status = 'REJECTED' and type = 'NFSE' and c_stat = 'E0116'
        and id > coalesce(
          (select id from document
           where company_id = ? and environment = ? and status = 'AUTHORIZED' and type = 'NFSE' order by id desc limit 1),
          '00000000-0000-0000-0000-000000000000')
    ) as "isRegistrationAsked"`;
