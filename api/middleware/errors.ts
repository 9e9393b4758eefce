import { PrintingFailed } from '../../adapters/rendering/printer.ts';
import { AuthorityRejected, DomainError } from '../../domain/errors.ts';
import { errorHandler as envelopes } from '../../http/contract/errors.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { clientIssues, validationIssues } from '../../openapi/validation-issues.ts';
import { bases, errorPath } from '../../site/addresses.ts';
import type { Schema } from '../operations.ts';
import { rejectionByCode } from '../views/rejection.ts';

/** The error handler of the API: explains refusals of the authority, and translates the failure to print a page. */
export const errors = envelopes({
  issuesOf: (faults, asked) => {
    const issues = validationIssues(faults, asked);
    return [...issues, ...clientIssues(asked.operation, asked.body, issues)];
  },
  refusalOf: (error) => (error instanceof PrintingFailed ? notPrinted(error) : null),
  help: (code) => `${bases.api}/${errorPath(code)}`,
  explained: (refusal) => (refusal instanceof AuthorityRejected ? explained(refusal) : {}),
});

function explained({ cStat, xMotivo, tpEvento }: AuthorityRejected): Pick<Schema<'ApiError'>, 'cStat' | 'rejection'> {
  return { cStat, rejection: rejectionByCode(cStat, xMotivo, tpEvento) };
}

function notPrinted({ reason }: PrintingFailed): DomainError {
  if (reason === 'crowded') {
    const message = 'Há PDFs demais desta empresa à espera. Aguarde o tempo de Retry-After e tente de novo.';
    return new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': '5' });
  }
  const message = 'O navegador que desenha os PDFs está indisponível. Tente de novo em instantes.';
  return new DomainError('service_unavailable', message);
}
