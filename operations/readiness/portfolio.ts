import type { EntityManager } from '../../config/orm.ts';
import { missingMeans } from '../../domain/companies/issuing-means.ts';
import { readinessIssues } from '../../domain/companies/nfse-readiness.ts';
import { quotaMonth, type QuotaStanding } from '../../domain/companies/quota.ts';
import { type CompanySettings, type Environment, seriesOf } from '../../domain/companies/settings.ts';
import { type DocumentType, documentTypes, traitsOf } from '../../domain/document-types.ts';
import type { Agreement } from '../../domain/sefin/parametrization.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';
import { aboutMunicipality, knownBy } from '../municipalities/agreement.ts';
import { consumerNoteIssues, type ReadinessFinding, type TypeReadiness } from './company.ts';
import { nfeReadinessFrom } from './nfe.ts';

/** A type of document in a company: its series, and what keeps it from being issued. */
export type TypeStanding = TypeReadiness & {
  type: DocumentType;
  series: number | null;
  /** Null before the first draw. */
  nextNumber: number | null;
};

/** What an office learns about a company's means of issuing; separately, whether the office may issue for it. */
export type CompanyStanding = {
  id: string;
  taxId: string;
  name: string;
  environment: Environment;
  issuingAllowed: boolean;
  /** When its newest active certificate ends; null where it has none. */
  certificateEnds: Date | null;
  /** Null where it has no quota. */
  quota: QuotaStanding | null;
  /** The types that it issues; none while it has no fiscal settings. */
  types: TypeStanding[];
  /** What keeps every type from being issued, each once. */
  issues: ReadinessFinding[];
};

/** What is stored about a company, as the database gives it. */
type Kept = {
  id: string;
  taxId: string;
  name: string;
  environment: Environment;
  settings: CompanySettings | null;
  issuingAllowed: boolean;
  certificateEnds: string | null;
  hasCsc: boolean;
  templates: number;
  isRegistrationAsked: boolean;
  agreement: { agreement: Agreement; askedAt: string } | null;
  used: Pick<QuotaStanding, 'authorized' | 'underWay'> | null;
  series: { model: string; series: number; nextNumber: number }[];
};

/**
 * The readiness of every company of the portfolio, by name, checked in the same way as each company by itself. It takes one statement, and asks no
 * authority. `em` sees one office, or a person's part of it (`inPortfolio`).
 *
 * @param search part of the name, the trade name or the tax id, with or without punctuation
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function portfolioReadiness(
  em: EntityManager,
  { search = '', rates, now }: { search?: string; rates: LawTables; now: Date },
): Promise<CompanyStanding[]> {
  const pattern = searchPattern(plainDocument(search));
  const { start } = quotaMonth(now);
  const statement = 'select company from portfolio_readiness(plain_text(?), ?)';
  const rows = await em.execute<{ company: Kept }[]>(statement, [pattern, start]);
  return rows.map(({ company }) => standingOf(company, { rates, now }));
}

type LawNow = { rates: LawTables; now: Date };

function standingOf(kept: Kept, { rates, now }: LawNow): CompanyStanding {
  const { id, taxId, name, environment, issuingAllowed, settings } = kept;
  const certificateEnds = kept.certificateEnds === null ? null : new Date(kept.certificateEnds);
  const { next: resetsAt } = quotaMonth(now);
  const limit = settings?.monthlyQuota ?? null;
  const quota = kept.used === null || limit === null ? null : { limit, ...kept.used, resetsAt };
  const readiness = (type: DocumentType) => readinessOf(type, { ...kept, certificateEnds, quota }, { rates, now });
  const types = issuedTypes(settings).map((type) => ({ type, ...numbered(kept, type), ...readiness(type) }));
  const issues = types.length === 0 ? readiness('NFE').issues : commonTo(types);
  return { id, taxId, name, environment, issuingAllowed, certificateEnds, quota, types, issues };
}

/** The types that a company issues. A company without a state registration that has NFS-e issues no NF-e. */
function issuedTypes(settings: CompanySettings | null): DocumentType[] {
  if (!settings) return [];
  const hasOnlyServices = settings.stateRegistration === null && !!settings.nfse;
  return documentTypes.filter((type) => seriesOf(settings, type) !== null && !(type === 'NFE' && hasOnlyServices));
}

function numbered({ settings, series: all }: Kept, type: DocumentType): Pick<TypeStanding, 'series' | 'nextNumber'> {
  const series = settings && seriesOf(settings, type);
  const row = all.find((each) => each.model === traitsOf[type].numberedAs && each.series === series);
  return { series, nextNumber: row?.nextNumber ?? null };
}

type Facts = Omit<Kept, 'certificateEnds'> & { certificateEnds: Date | null; quota: QuotaStanding | null };

/** The readiness for a type, by the same rules as for a single company. Whether the office may issue is not part of it. */
function readinessOf(type: DocumentType, facts: Facts, { rates, now }: LawNow): TypeReadiness {
  const { taxId, environment, settings, certificateEnds, quota, hasCsc, templates, isRegistrationAsked } = facts;
  switch (type) {
    case 'NFE':
      return nfeReadinessFrom({
        now,
        taxId,
        environment,
        certificateEnds,
        settings,
        rates,
        quota,
        officeIssuingAllowed: true,
      });
    case 'NFCE': {
      const faults = missingMeans(type, { certificateEnds, hasCsc, settings, municipality: null }, now);
      return { issues: consumerNoteIssues(faults, { settings, quota }), warnings: [] };
    }
    case 'NFSE': {
      const municipality = municipalityOf(facts);
      const told = { settings, isRegistrationAsked, municipality, templates, quota, officeIssuingAllowed: true };
      return { issues: readinessIssues({ now, certificateEnds, ...told }), warnings: [] };
    }
  }
}

function municipalityOf({ environment, settings, agreement }: Facts) {
  if (!settings) return { isActive: null, asOf: null, message: null };
  const kept = agreement && { agreement: agreement.agreement, askedAt: new Date(agreement.askedAt) };
  return knownBy(aboutMunicipality(environment, settings), kept);
}

/** What all types have in common, such as the certificate and the quota. */
function commonTo(types: TypeReadiness[]): ReadinessFinding[] {
  const [first, ...others] = types;
  return (first?.issues ?? []).filter(({ message }) =>
    others.every(({ issues }) => issues.some((each) => each.message === message)),
  );
}
