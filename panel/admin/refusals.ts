import { CertificateRefused } from '../../domain/companies/certificate-refused.ts';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { errorHandler as envelopes } from '../../http/contract/errors.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { adminContract } from '../../openapi/admin-contract.ts';
import { validationIssues } from '../../openapi/validation-issues.ts';
import { SignInRefused } from '../../operations/accounts/attempts.ts';
import { type ProvisioningRefusal, ProvisioningRefused } from '../../operations/provisioning/provisioning-refused.ts';
import { bases, errorPath } from '../../site/addresses.ts';

/** The error code of the API for each refusal of provisioning. */
const codes: Record<ProvisioningRefusal, ErrorCode> = {
  company_exists: 'duplicate_document',
  company_not_found: 'not_found',
  certificate_not_found: 'not_found',
  csc_not_found: 'not_found',
  csrt_not_found: 'not_found',
  technical_responsible_missing: 'invalid_state',
  key_exists: 'invalid_state',
  key_not_found: 'not_found',
  template_not_found: 'not_found',
  number_in_use: 'invalid_state',
  office_exists: 'duplicate_document',
  office_not_found: 'not_found',
  unfit_login: 'internal_error',
};

/** Answers errors of the admin API in the envelope of `/v1`. */
export const errors = envelopes({
  help: (code) => `${bases.panel}/${errorPath(code)}`,
  issuesOf: (faults, asked) => validationIssues(faults, asked, adminContract),
  refusalOf: (error) => {
    if (error instanceof ProvisioningRefused) return new DomainError(codes[error.code], error.message);
    if (error instanceof SignInRefused) return tooMany(error);
    return error instanceof CertificateRefused ? refusedFile(error) : null;
  },
});

function refusedFile({ code, message }: CertificateRefused): DomainError {
  const issues = [{ path: code === 'wrong_password' ? 'password' : 'pfx', message }];
  return new DomainError('validation_error', message, { issues });
}

/** The limit of invitations at once counts for each company, office or installation, whoever invites. */
function tooMany({ message, waitSeconds }: SignInRefused): DomainError {
  return new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': String(waitSeconds) });
}
