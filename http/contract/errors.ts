import type { ErrorRequestHandler, Response } from 'express';
import { error as validator } from 'express-openapi-validator';
import { DomainError, type ErrorCode, errorCodes, faultsInWords, isAnyFault, type Issue } from '../../domain/errors.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import type { ContractOperation } from '../../openapi/read-contract.ts';
import type { ValidatorFault } from '../../openapi/validation-issues.ts';
import { hangUp } from '../bodies.ts';
import { refusalEnvelope, HttpRefusal, unsupportedBody } from '../refusal.ts';
import type { Schema } from '../schema.ts';

/** The most faults in one response: more are of no use, and a response should not be larger than its request. */
const issuesAtMost = 100;

/** The body and query that were sent, and the operation. */
export type RefusedRequest = { body: unknown; query: unknown; operation: ContractOperation | undefined };

export type ErrorOptions = {
  /** Turns the validator's faults into the issues of the response. */
  issuesOf: (faults: ValidatorFault[], asked: RefusedRequest) => Issue[];
  /** An error that only this process throws, as a refusal; null for any other error. */
  refusalOf: (error: unknown) => DomainError | null;
  /** The address on this server that explains a code. */
  help: (code: ErrorCode) => string;
  /** Fields that some refusals have besides the envelope. */
  explained?: (refusal: DomainError) => Partial<Schema<'ApiError'>>;
};

/** Turns what was thrown into the envelope. The HTTP status is that of the code in `errorCodes`, or the one that a `HttpRefusal` brings. */
export function errorHandler({ issuesOf, refusalOf, help, explained = () => ({}) }: ErrorOptions): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    // The status was sent already: only closing the connection shows the client that the response is incomplete.
    if (res.headersSent) {
      res.locals.log.error('an answer broke off', { error });
      return void res.destroy();
    }
    const asked = { body: req.body as unknown, query: req.query, operation: res.locals.operation };
    const refusal = known(error) ?? broken(error, asked) ?? refusalOf(error) ?? malformed(error) ?? ours;
    if (refusal.code === 'internal_error') res.locals.log.error('a request failed', { error });
    else if (refusal.code === 'service_unavailable') res.locals.log.warn('a request found a part away', { error });
    hangUp(req, res);
    answer(res, refusal, { help: help(refusal.code), ...explained(refusal) });
  };

  function broken(error: unknown, asked: RefusedRequest): DomainError | null {
    return error instanceof validator.BadRequest ? invalid(issuesOf(error.errors, asked)) : null;
  }
}

function answer(res: Response, refusal: DomainError, besides: Partial<Schema<'ApiError'>>): void {
  const { code, issues } = refusal;
  const status = refusal instanceof HttpRefusal ? refusal.status : errorCodes[code];
  res.locals.errorCode = code;
  if (refusal instanceof HttpRefusal) res.set(refusal.headers);
  if (status === 503) res.set('Retry-After', res.get('Retry-After') ?? '5');
  const envelope: Schema<'ApiError'> = {
    ...refusalEnvelope(status, refusal, res.locals.requestId),
    ...besides,
    ...(issues.length > 0 ? { issues: issues.slice(0, issuesAtMost) } : {}),
  };
  res.status(status).json(envelope);
}

function known(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof validator.NotAcceptable) {
    return new HttpRefusal(406, 'validation_error', 'A resposta não existe no formato pedido em Accept.');
  }
  if (error instanceof validator.UnsupportedMediaType) return unsupportedBody();
  if (isDatabaseAway(error)) {
    return refused('service_unavailable', 'O serviço está temporariamente indisponível. Tente de novo em instantes.');
  }
  return null;
}

function invalid(issues: Issue[]): DomainError {
  const message = isAnyFault(issues) ? `${faultsInWords(issues)}.` : 'A requisição é inválida.';
  return new DomainError('validation_error', message, { issues });
}

/** Errors that Express throws by itself for a malformed request. */
function malformed(error: unknown): DomainError | null {
  if (error instanceof URIError) return refused('not_found', 'Este endereço não existe na API.');
  const isRefused = typeof error === 'object' && error !== null && 'status' in error && error.status === 400;
  return isRefused ? refused('validation_error', 'A requisição é inválida.') : null;
}

const ours = refused('internal_error', 'Erro interno. Informe o requestId ao suporte.');

function refused(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, message);
}
