import { STATUS_CODES } from 'node:http';
import { DomainError, type ErrorCode } from '../domain/errors.ts';

/** A refusal with an HTTP status that the list of codes does not have (406), or with headers of its own. */
export class HttpRefusal extends DomainError {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(code, message);
    this.status = status;
    this.headers = headers;
  }
}

/** The refusal of a body that is not the JSON which every operation takes. */
export function unsupportedBody(): DomainError {
  return new DomainError('unsupported_media_type', 'Envie o corpo como application/json, em UTF-8.');
}

/** What every error is told in, but for what some have besides. */
export type Envelope = { statusCode: number; error: string; message: string; code: ErrorCode; requestId: string };

export function refusalEnvelope(
  status: number,
  { message, code }: Pick<DomainError, 'message' | 'code'>,
  requestId: string,
): Envelope {
  return { statusCode: status, error: STATUS_CODES[status] ?? 'Error', message, code, requestId };
}
