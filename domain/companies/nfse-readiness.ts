import {
  expiredCertificateReason,
  type KnownMunicipality,
  unsupportedMunicipality,
  noCertificateReason,
  noPermissionReason,
  noQuotaReason,
  noSettingsReason,
} from './issuing-means.ts';
import type { QuotaStanding } from './quota.ts';
import type { CompanySettings } from './settings.ts';

/** What keeps a company from issuing an NFS-e through an office, in the order in which it is shown. */
export const readinessCodes = [
  'certificate_missing',
  'certificate_expired',
  'nfse_not_configured',
  'municipality_unsupported',
  'no_nfse_template',
  'quota_exhausted',
  'office_issuing_not_allowed',
] as const;
export type ReadinessCode = (typeof readinessCodes)[number];

/** One thing to mend; the message says how. */
export type ReadinessIssue = { code: ReadinessCode; message: string };

/** What is known of a company before anything is issued. */
export type ReadinessFacts = {
  now: Date;
  /** When its newest active certificate ends; null where it has none. */
  certificateEnds: Date | null;
  settings: CompanySettings | null;
  /** Whether the authority refused the company's last service because the municipal registration is missing (E0116). */
  isRegistrationAsked: boolean;
  municipality: KnownMunicipality;
  /** How many templates of services with a service code the company can use. */
  templates: number;
  /** The quota in production; null where the company has none. */
  quota: QuotaStanding | null;
  officeIssuingAllowed: boolean;
};

/** Every issue that applies, in the order of the codes; none if the company may issue. */
export function readinessIssues(facts: ReadinessFacts): ReadinessIssue[] {
  return readinessCodes.flatMap((code) => {
    const message = rules[code](facts);
    return message === null ? [] : [{ code, message }];
  });
}

/** The sentence of each issue, in Portuguese; null where the issue does not apply. */
const rules: Record<ReadinessCode, (facts: ReadinessFacts) => string | null> = {
  certificate_missing: ({ certificateEnds }) => noCertificateReason(certificateEnds),
  certificate_expired: ({ certificateEnds, now }) => expiredCertificateReason(certificateEnds, now),
  nfse_not_configured: (facts) => {
    const missing = missingSettings(facts);
    return missing.length > 0 ? missing.join(' ') : null;
  },
  municipality_unsupported: ({ settings, municipality }) => unsupportedMunicipality(settings, municipality),
  no_nfse_template: ({ templates }) =>
    templates === 0
      ? 'A empresa não tem modelo fiscal de NFS-e com o código do serviço. Crie um com POST /v1/fiscal-templates: type NFSE e serviceCode.'
      : null,
  quota_exhausted: ({ quota }) => noQuotaReason(quota),
  office_issuing_not_allowed: ({ officeIssuingAllowed }) => noPermissionReason(officeIssuingAllowed),
};

/** Missing settings for which emission refuses a service. The option of Simples is never missing: it follows the tax regime where it is not set. */
function missingSettings({ settings, isRegistrationAsked }: ReadinessFacts): string[] {
  if (!settings) return [noSettingsReason];
  const missing: string[] = [];
  if (!settings.nfse) {
    missing.push('A empresa não tem série da DPS. Defina-a com "lavra company set --nfse-series 1".');
  }
  if (isRegistrationAsked && !settings.municipalRegistration) {
    missing.push(
      `${settings.address.city} exige a inscrição municipal (rejeição E0116). Informe-a com "lavra company set --municipal-registration".`,
    );
  }
  return missing;
}
