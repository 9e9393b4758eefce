import type { ErrorRequestHandler, Response } from 'express';
import { error as validator } from 'express-openapi-validator';
import { PrintingFailed } from '../../adapters/rendering/printer.ts';
import { AuthorityRejected, DomainError, type ErrorCode, errorCodes, type Issue } from '../../domain/errors.ts';
import { hangUp } from '../../http/bodies.ts';
import { envelopeOf, HttpRefusal, unsupportedBody } from '../../http/refusal.ts';
import type { Operation } from '../../openapi/contract.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import type { Schema } from '../operations.ts';
import { clientIssues, validationIssues } from '../../openapi/validation-issues.ts';
import { rejectionByCode } from '../views/rejection.ts';

/** More faults than this are of no use, and a response must not be larger than its request. */
const issuesAtMost = 100;

/** Turns what was thrown into the envelope. The only place that knows the HTTP status of an error. */
export const errors: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  // The status is sent already: only a broken connection can still show that the response is not complete.
  if (res.headersSent) {
    res.locals.log.error('an answer broke off', { error });
    return void res.destroy();
  }
  const refusal = refusalOf(error, { body: req.body, query: req.query, operation: res.locals.operation });
  if (refusal.code === 'internal_error') res.locals.log.error('a request failed', { error });
  else if (refusal.code === 'service_unavailable') res.locals.log.warn('a request found a part away', { error });
  hangUp(req, res);
  answer(res, refusal);
};

function answer(res: Response, refusal: DomainError): void {
  const { code, issues } = refusal;
  const status = refusal instanceof HttpRefusal ? refusal.status : errorCodes[code];
  res.locals.errorCode = code;
  if (refusal instanceof HttpRefusal) res.set(refusal.headers);
  if (status === 503) res.set('Retry-After', res.get('Retry-After') ?? '5');
  const envelope: Schema<'ApiError'> = {
    ...envelopeOf(status, refusal, res.locals.requestId),
    ...(refusal instanceof AuthorityRejected ? explained(refusal) : {}),
    ...(issues.length > 0 ? { issues: issues.slice(0, issuesAtMost) } : {}),
  };
  res.status(status).json(envelope);
}

function explained({ cStat, xMotivo, tpEvento }: AuthorityRejected): Pick<Schema<'ApiError'>, 'cStat' | 'rejection'> {
  return { cStat, rejection: rejectionByCode(cStat, xMotivo, tpEvento) };
}

function refusalOf(
  error: unknown,
  { body, query, operation }: { body: unknown; query: unknown; operation: Operation | undefined },
): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof validator.BadRequest) {
    const issues = validationIssues(error.errors, { body, query, operation });
    return invalid([...issues, ...clientIssues(operation, body, issues)]);
  }
  if (error instanceof validator.NotAcceptable) {
    return new HttpRefusal(406, 'validation_error', 'A resposta não existe no formato pedido em Accept.');
  }
  if (error instanceof validator.UnsupportedMediaType) return unsupportedBody();
  if (isDatabaseAway(error)) {
    return refused('service_unavailable', 'O serviço está temporariamente indisponível. Tente de novo em instantes.');
  }
  if (error instanceof PrintingFailed) return notPrinted(error);
  return malformed(error) ?? refused('internal_error', 'Erro interno. Informe o requestId ao suporte.');
}

function notPrinted({ reason }: PrintingFailed): DomainError {
  if (reason === 'crowded') {
    const message = 'Há PDFs demais desta empresa à espera. Aguarde o tempo de Retry-After e tente de novo.';
    return new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': '5' });
  }
  const message = 'O navegador que desenha os PDFs está indisponível. Tente de novo em instantes.';
  return refused('service_unavailable', message);
}

function invalid(issues: Issue[]): DomainError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (e mais ${issues.length - 1} em issues)` : '';
  const message = first ? `${first.path} ${first.message}${more}.` : 'A requisição é inválida.';
  return new DomainError('validation_error', message, { issues });
}

/** What Express refuses by itself. */
function malformed(error: unknown): DomainError | null {
  if (error instanceof URIError) return refused('not_found', 'Este endereço não existe na API.');
  const isRefused = typeof error === 'object' && error !== null && 'status' in error && error.status === 400;
  return isRefused ? refused('validation_error', 'A requisição é inválida.') : null;
}

function refused(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, message);
}
